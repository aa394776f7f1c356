#include "plan/facts/fill.hpp"

#include <cmath>

namespace gpuplan::plan {
namespace {

using catalog::EccSupport;
using catalog::NumberFormat;
using core::Known;
using core::Unknown;
using facts::FactId;
using facts::FactValues;

constexpr double k_bits_per_gigabit = 1e9;
constexpr std::string_view k_no_accelerator = "this machine has no accelerator";

Known<double> gib(const Known<core::Bytes>& size) {
  return size.transform([](core::Bytes bytes) { return core::to_gib(bytes); });
}

Known<double> gigabytes_per_s(const Known<core::BytesPerSecond>& rate) {
  return rate.transform(
      [](core::BytesPerSecond value) { return value.count() / core::k_bytes_per_gb; });
}

Known<double> gigabits_per_s(const Known<core::BytesPerSecond>& rate) {
  return rate.transform([](core::BytesPerSecond value) {
    return value.count() * core::k_bits_per_byte / k_bits_per_gigabit;
  });
}

Known<bool> has_ecc(EccSupport ecc) {
  switch (ecc) {
  case EccSupport::yes:
  case EccSupport::optional: return true;
  case EccSupport::no: return false;
  case EccSupport::unknown: return Unknown{"the catalog has no word on ECC for this chip"};
  }
  return Unknown{"not stated"};
}

void fill_accelerator(FactValues& values, const catalog::Accelerator& chip, double share) {
  values.set_text(FactId::accelerator, chip.name);
  values.set_text(FactId::accelerator_class, chip.device_class);
  values.set_text(FactId::vendor, chip.vendor);
  values.set_text(FactId::architecture, chip.architecture);
  const auto sliced = [&](const Known<double>& whole) {
    return whole.transform([&](double value) { return value * share; });
  };
  values.set(FactId::gpu_memory_gib, sliced(gib(chip.memory)));
  values.set(FactId::gpu_memory_usable_gib, sliced(gib(chip.memory_usable)));
  values.set(FactId::gpu_memory_bandwidth_gb_s, sliced(gigabytes_per_s(chip.memory_bandwidth)));
  values.set(FactId::gpu_power_w, chip.power_w);
  values.set(FactId::compute_capability, chip.compute_capability);
  values.set_flag(FactId::ecc, has_ecc(chip.ecc));
  const auto& half = chip.rate(NumberFormat::fp16);
  const auto& single = chip.rate(NumberFormat::fp32);
  // Matrix units show as a 16-bit rate well above twice the ordinary one.
  constexpr double k_ordinary_ratio = 2.0;
  if (half.unsupported) {
    values.set_flag(FactId::tensor_cores, false);
  } else if (half.dense && single.dense) {
    values.set_flag(FactId::tensor_cores, *half.dense / *single.dense > k_ordinary_ratio);
  } else {
    values.set_unknown(FactId::tensor_cores, "no 16-bit rate is published for this chip");
  }
  values.set_flag(FactId::mig, !chip.mig_profiles.empty());
  values.set(FactId::pcie_gen,
             chip.pcie_generation.transform([](std::int32_t g) { return static_cast<double>(g); }));
}

} // namespace

void fill_shape(FactValues& values,
                const catalog::Accelerator* accelerator,
                const catalog::Shape& shape) {
  const double devices = shape.devices.value();
  values.set(FactId::gpu_count, devices);
  values.set(FactId::hosts, static_cast<double>(shape.hosts));
  values.set(FactId::network_gbps, gigabits_per_s(shape.network));
  values.set_text(FactId::link_kind, to_string(shape.links));
  values.set(FactId::link_domain_gpus, static_cast<double>(shape.link_domain_devices));
  values.set(FactId::link_gb_s, gigabytes_per_s(shape.link_bidirectional));
  values.set_text(FactId::cpu_arch, to_string(shape.cpu));
  if (accelerator == nullptr) {
    values.set_text(FactId::accelerator, "none");
    values.set_text(FactId::accelerator_class, "cpu");
    values.set_unknown(FactId::gpu_memory_gib, k_no_accelerator);
    values.set_unknown(FactId::gpu_memory_usable_gib, k_no_accelerator);
    values.set_flag(FactId::ecc, true);
    return;
  }
  fill_accelerator(values, *accelerator, shape.devices.is_whole() ? 1.0 : devices);
  values.set(FactId::gpu_memory_total_gib,
             gib(accelerator->memory).transform([&](double one) { return one * devices; }));
}

void fill_instance(FactValues& values, const catalog::Instance& instance) {
  values.set(FactId::vcpus, instance.vcpus);
  values.set(FactId::host_memory_gib, gib(instance.host_memory));
  values.set(FactId::local_nvme_gib, gib(instance.local_nvme));
  values.set_flag(FactId::rdma, !instance.rdma.empty() && instance.rdma != "none");
  values.set_text(FactId::instance_type, instance.type);
  values.set_text(FactId::host_tier, to_string(instance.host_tier));
}

} // namespace gpuplan::plan
