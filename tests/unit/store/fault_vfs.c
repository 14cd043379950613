/* A shim over the default file system: every call goes through, but for those that are to fail. */

#include "fault_vfs.h"

#include <string.h>

#include <sqlite3.h>

struct fault_file {
    sqlite3_file base;
    sqlite3_file *real; /* behind this struct */
};

static sqlite3_vfs *below;
static int syncs_to_fail;
static int writes_to_fail;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct fault_file *)file)->real;
}

static int fault_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int fault_read(sqlite3_file *file, void *to, int size, sqlite3_int64 at)
{
    return real_of(file)->pMethods->xRead(real_of(file), to, size, at);
}

static int fault_write(sqlite3_file *file, const void *from, int size, sqlite3_int64 at)
{
    if (writes_to_fail > 0) {
        writes_to_fail--;
        return SQLITE_FULL;
    }
    return real_of(file)->pMethods->xWrite(real_of(file), from, size, at);
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int fault_sync(sqlite3_file *file, int flags)
{
    if (syncs_to_fail > 0) {
        syncs_to_fail--;
        return SQLITE_IOERR_FSYNC;
    }
    return real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int fault_file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int fault_lock(sqlite3_file *file, int how)
{
    return real_of(file)->pMethods->xLock(real_of(file), how);
}

static int fault_unlock(sqlite3_file *file, int how)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), how);
}

static int fault_check_reserved_lock(sqlite3_file *file, int *out)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int fault_file_control(sqlite3_file *file, int what, void *with)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, with);
}

static int fault_sector_size(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int fault_device_characteristics(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int fault_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int fault_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void fault_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int fault_shm_unmap(sqlite3_file *file, int and_delete)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), and_delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = fault_close,
    .xRead = fault_read,
    .xWrite = fault_write,
    .xTruncate = fault_truncate,
    .xSync = fault_sync,
    .xFileSize = fault_file_size,
    .xLock = fault_lock,
    .xUnlock = fault_unlock,
    .xCheckReservedLock = fault_check_reserved_lock,
    .xFileControl = fault_file_control,
    .xSectorSize = fault_sector_size,
    .xDeviceCharacteristics = fault_device_characteristics,
    .xShmMap = fault_shm_map,
    .xShmLock = fault_shm_lock,
    .xShmBarrier = fault_shm_barrier,
    .xShmUnmap = fault_shm_unmap,
};

static int fault_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct fault_file *ours = (struct fault_file *)file;
    (void)vfs;
    ours->real = (sqlite3_file *)(ours + 1);
    int code = below->xOpen(below, name, ours->real, flags, out);
    ours->base.pMethods = ours->real->pMethods == NULL ? NULL : &methods;
    return code;
}

void fault_vfs_use(void)
{
    static sqlite3_vfs vfs;
    below = sqlite3_vfs_find(NULL);
    vfs = *below;
    vfs.pNext = NULL;
    vfs.zName = "fault";
    vfs.szOsFile = below->szOsFile + (int)sizeof(struct fault_file);
    vfs.xOpen = fault_open;
    sqlite3_vfs_register(&vfs, 1);
}

void fault_vfs_fail_syncs(int count)
{
    syncs_to_fail = count;
}

void fault_vfs_fail_writes(int count)
{
    writes_to_fail = count;
}
