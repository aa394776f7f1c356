/* The compiled catalog and its digest, as the build wrote them (src/cmake/catalog.cmake). */
    .section .rodata
    .balign 16
    .global gpuplan_catalog_begin
gpuplan_catalog_begin:
    .incbin GPUPLAN_CATALOG_FILE
    .global gpuplan_catalog_end
gpuplan_catalog_end:
    .global gpuplan_catalog_sha256_begin
gpuplan_catalog_sha256_begin:
    .incbin GPUPLAN_CATALOG_SHA256_FILE
    .global gpuplan_catalog_sha256_end
gpuplan_catalog_sha256_end:

    .section .note.GNU-stack, "", %progbits
