/* A file system for SQLite that fails when it is told to. */
#ifndef FAULT_VFS_H
#define FAULT_VFS_H

/* Makes it the default; only files opened after that are on it. */
void fault_vfs_use(void);
/* The next count flushes fail, of any file. */
void fault_vfs_fail_syncs(int count);
/* The next count writes fail as if the disk was full. */
void fault_vfs_fail_writes(int count);

#endif
