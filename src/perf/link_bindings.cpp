#include "perf/link_bindings.hpp"

namespace gpuplan::perf {

void add_link_bindings(std::vector<CoefficientBinding>& table, LinkCoefficients& links) {
  constexpr double k_from_micro = 1e-6;
  constexpr double k_from_giga = 1e9;
  const auto add = [&table](std::string_view name, double& value, double scale = 1) {
    table.push_back({std::string{"training.link."}.append(name), &value, scale});
  };
  add("fast", links.fast);
  add("pcie", links.pcie);
  add("pcie_consumer", links.pcie_consumer);
  add("network", links.network);
  add("pcie3_x16_gb_s", links.pcie3_x16, k_from_giga);
  add("latency_us", links.latency_s, k_from_micro);
  add("network_latency_us", links.network_latency_s, k_from_micro);
}

} // namespace gpuplan::perf
