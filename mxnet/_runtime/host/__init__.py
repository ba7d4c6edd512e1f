"""The process and its machine: threads, allocator, scheduler and the import of torch."""
