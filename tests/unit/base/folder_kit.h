/* Folders that go away with their test. */
#ifndef FOLDER_KIT_H
#define FOLDER_KIT_H

enum { KIT_PATH_BYTES = 256 };

/* A new folder under the build's; its path. */
void kit_folder(char path[KIT_PATH_BYTES]);
/* Removes it with the files in it. */
void kit_remove(const char *folder);
/* folder/name */
void kit_path(char path[KIT_PATH_BYTES], const char *folder, const char *name);
void kit_write(const char *path, const char *text);

#endif
