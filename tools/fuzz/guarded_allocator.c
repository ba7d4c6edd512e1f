/* Guards around the memory of tensors, to find kernels that write beyond it (Linux with glibc).
 *
 *     gcc -O1 -shared -fPIC -o guards.so tools/fuzz/guarded_allocator.c
 *     LD_PRELOAD=$PWD/guards.so pytest -s -v --dist=no tests/_ops 2>&1 | grep -B 3 "guard of"
 *
 * Torch and oneDNN take their memory from posix_memalign. Each block gets a page before it and 64 KB behind it with a
 * fixed byte. free() reports the guards that were written.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE 4096
#define BEHIND 65536
#define BYTE 0xC7
#define BLOCKS (1 << 20)

extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* Open addressing by the address of the block. FREED marks places that were used. */
#define FREED ((unsigned char *)1)
static struct { unsigned char *block, *start; size_t size; } table[BLOCKS];
static volatile int locked;

static void lock(void) { while (__sync_lock_test_and_set(&locked, 1)) {} }
static void unlock(void) { __sync_lock_release(&locked); }
static size_t place(const void *block) { return (uint32_t)(((uintptr_t)block >> 6) * 2654435761u) % BLOCKS; }

int posix_memalign(void **result, size_t alignment, size_t size) {
    size_t before = alignment > BEFORE ? alignment : BEFORE;
    unsigned char *start = __libc_memalign(before, before + size + BEHIND);
    if (!start) return ENOMEM;
    unsigned char *block = start + before;
    memset(start, BYTE, before);
    memset(block + size, BYTE, BEHIND);
    lock();
    size_t i = place(block);
    while (table[i].block && table[i].block != FREED) i = (i + 1) % BLOCKS;
    table[i].block = block, table[i].start = start, table[i].size = size;
    unlock();
    *result = block;
    return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
    void *block;
    return posix_memalign(&block, alignment, size) ? NULL : block;
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

static void check(const unsigned char *block, const unsigned char *start, size_t size) {
    for (const unsigned char *at = start; at < block; at++)
        if (*at != BYTE) {
            fprintf(stderr, "guard of %zu bytes written %td bytes before them\n", size, block - at);
            break;
        }
    for (size_t last = BEHIND; last > 0; last--)
        if (block[size + last - 1] != BYTE) {
            fprintf(stderr, "guard of %zu bytes written up to %zu bytes behind them\n", size, last);
            break;
        }
}

void free(void *block) {
    if (!block) return;
    lock();
    size_t i = place(block);
    while (table[i].block && table[i].block != block) i = (i + 1) % BLOCKS;
    if (!table[i].block) {
        unlock();
        __libc_free(block);
        return;
    }
    unsigned char *start = table[i].start;
    size_t size = table[i].size;
    table[i].block = FREED;
    unlock();
    check(block, start, size);
    __libc_free(start);
}
