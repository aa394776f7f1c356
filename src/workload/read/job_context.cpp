#include "workload/read/job_context.hpp"

#include "workload/read/fault.hpp"

#include <fmt/format.h>

#include <array>

namespace gpuplan::workload {

void JobContext::assume(std::string_view key,
                        std::string value,
                        std::string_view why,
                        Weighs weighs) {
  const auto point = key.rfind('.');
  const Key* entry = find_key(key);
  assumptions.push_back(
      {.name = std::string(point == std::string_view::npos ? key : key.substr(point + 1)),
       .value = std::move(value),
       .why = std::string(why),
       .flag = std::string(entry == nullptr ? std::string_view{} : entry->flag),
       .moves_answer = weighs == Weighs::much});
}

void JobContext::assume_default(std::string_view key, std::string_view default_key, Weighs weighs) {
  assume(key, std::string(defaults.text(default_key)), defaults.why(default_key), weighs);
}

void JobContext::fault(std::string_view key, std::string headline, std::string help) {
  const auto* statement = stated.find(key);
  const core::Span at = statement != nullptr ? statement->at : stated.root();
  const bool by_flag = statement != nullptr && statement->by_flag;
  report_fault(sink, at, by_flag ? "USE013" : "WRK002", std::move(headline), std::move(help));
}

bool reads_tokens(const Architecture& model) {
  return model.network == NetworkClass::decoder || model.network == NetworkClass::encoder ||
         model.network == NetworkClass::encoder_decoder;
}

std::string count_text(double count) {
  struct Unit {
    double size;
    std::string_view name;
  };

  static constexpr auto k_units = std::to_array<Unit>({{1e12, "T"}, {1e9, "B"}, {1e6, "M"}});
  for (const auto& unit : k_units) {
    if (count >= unit.size)
      return fmt::format("{:.4g}{}", count / unit.size, unit.name);
  }
  return fmt::format("{:.6g}", count);
}

} // namespace gpuplan::workload
