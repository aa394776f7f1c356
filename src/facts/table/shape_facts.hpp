#pragma once

#include "facts/table/fact_row.hpp"

namespace gpuplan::facts::table {

// clang-format off
/// Facts of stage `shape`, what is known of a chip and a machine, in the order of `FactId`.
constexpr auto k_shape_facts = std::to_array<Fact>({
  text(accelerator, "accelerator", Stage::shape, "id of the chip in the catalog"),
  text(accelerator_class, "accelerator_class", Stage::shape,
         "what the chip is made for: datacenter, workstation, consumer, edge, ai-accelerator"),
  text(vendor, "vendor", Stage::shape, "who makes the chip"),
  text(architecture, "architecture", Stage::shape,
         "generation of the chip, such as ampere or hopper"),
  text(link_kind, "link_kind", Stage::shape,
         "how devices of one link domain are joined: none, nvlink, nvlink-bridge, infinity-fabric, "
         "ici, neuronlink, roce, other"),
  text(cpu_arch, "cpu_arch", Stage::shape, "instruction set of the host, such as x86_64"),
  number(gpu_count, "gpu_count", "", 3, Stage::shape,
         "devices per instance as the driver shows them; a fraction where a slice is sold"),
  number(gpu_memory_gib, "gpu_memory_gib", "GiB", 1, Stage::shape,
         "memory of one device, nominal"),
  number(gpu_memory_usable_gib, "gpu_memory_usable_gib", "GiB", 1, Stage::shape,
         "memory of one device that a job can allocate"),
  number(gpu_memory_total_gib, "gpu_memory_total_gib", "GiB", 1, Stage::shape,
         "nominal memory of all devices of one instance"),
  number(gpu_memory_bandwidth_gb_s, "gpu_memory_bandwidth_gb_s", "GB/s", 0, Stage::shape,
         "memory bandwidth of one device"),
  number(gpu_dense_tflops, "gpu_dense_tflops", "TFLOP/s", 1, Stage::shape,
         "dense rate of one device in the number format of the job"),
  number(gpu_power_w, "gpu_power_w", "W", 0, Stage::shape, "board power limit of one device"),
  number(compute_capability, "compute_capability", "", 1, Stage::shape,
         "CUDA compute capability, such as 8.9"),
  flag(ecc, "ecc", Stage::shape, "the device memory corrects errors"),
  flag(tensor_cores, "tensor_cores", Stage::shape,
         "the chip has matrix units for 16-bit formats"),
  flag(mig, "mig", Stage::shape, "the chip can be split into isolated slices"),
  number(vcpus, "vcpus", "", 0, Stage::shape, "virtual CPUs of one instance"),
  number(host_memory_gib, "host_memory_gib", "GiB", 0, Stage::shape,
         "host memory of one instance"),
  number(local_nvme_gib, "local_nvme_gib", "GiB", 0, Stage::shape,
         "local NVMe storage of one instance"),
  number(hosts, "hosts", "", 0, Stage::shape,
         "host machines that one instance spans; above 1 for large TPU slices"),
  number(network_gbps, "network_gbps", "Gbit/s", 0, Stage::shape,
         "what multi-node training gets per host: the fabric where there is one, else Ethernet"),
  flag(rdma, "rdma", Stage::shape,
         "hosts are joined by a fabric with remote direct memory access"),
  number(link_gb_s, "link_gb_s", "GB/s", 0, Stage::shape,
         "rate of one device to the others of its link domain, both directions"),
  number(link_domain_gpus, "link_domain_gpus", "", 0, Stage::shape,
         "devices joined by fast links: 72 in an NVL72 rack, 8 on an HGX board, 1 over PCIe"),
  number(pcie_gen, "pcie_gen", "", 0, Stage::shape,
         "generation of PCI Express between host and device"),
});
// clang-format on

} // namespace gpuplan::facts::table
