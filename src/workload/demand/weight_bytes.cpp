#include "workload/model/model_arithmetic.hpp"

namespace gpuplan::workload {
namespace {

constexpr double k_half = 2; ///< bytes of fp16 and bf16
constexpr double k_single = 4;
constexpr double k_nf4 = (4.0 + 32.0 / 64.0) / 8.0;
constexpr double k_mxfp4 = (4.0 + 8.0 / 32.0) / 8.0;
constexpr double k_nvfp4 = (4.0 + 8.0 / 16.0) / 8.0;
constexpr double k_q8_0 = (8.0 + 16.0 / 32.0) / 8.0;

struct Groups {
  double total = 0;
  double tables = 0;
  double experts = 0;
};

Groups groups_of(const ParameterCounts& params) {
  return {.total = static_cast<double>(params.total),
          .tables = static_cast<double>(params.embedding + params.head),
          .experts = static_cast<double>(params.experts)};
}

/// `width` for all but the tables.
double beside_tables(const Groups& groups, double width) {
  return (groups.total - groups.tables) * width + groups.tables * k_half;
}

} // namespace

double weight_bytes(const Architecture& model, WeightFormat format, const FormatWidths& widths) {
  if (model.stored_bytes > 0 && model.native_format == to_string(format))
    return model.stored_bytes;
  if (const double rows = model.sample.embedding_parameters; rows > 0) {
    Architecture dense = model;
    dense.params.total -= static_cast<std::int64_t>(rows);
    dense.sample.embedding_parameters = 0;
    return weight_bytes(dense, format, widths) + rows * k_single;
  }
  const Groups groups = groups_of(model.params);
  switch (format) {
  case WeightFormat::fp32: return groups.total * k_single;
  case WeightFormat::fp16:
  case WeightFormat::bf16: return groups.total * k_half;
  case WeightFormat::fp8:
  case WeightFormat::int8: return beside_tables(groups, 1);
  case WeightFormat::nf4: return beside_tables(groups, k_nf4);
  case WeightFormat::awq_int4:
  case WeightFormat::gptq_int4: return beside_tables(groups, widths.awq_int4);
  case WeightFormat::nvfp4: return beside_tables(groups, k_nvfp4);
  case WeightFormat::q4_k_m: return groups.total * widths.q4_k_m;
  case WeightFormat::q8_0: return groups.total * k_q8_0;
  case WeightFormat::mxfp4: break;
  }
  if (groups.experts > 0)
    return groups.experts * k_mxfp4 + (groups.total - groups.experts) * k_half;
  return beside_tables(groups, k_mxfp4);
}

Demand with_widened_weights(Demand demand) {
  auto& serving = demand.serving;
  serving.weights = WeightFormat::bf16;
  serving.weight_bytes = weight_bytes(demand.model, WeightFormat::bf16, {});
  if (!serving.kv_follows_compute)
    return demand;
  const double wider = k_half / serving.kv_bytes_per_element;
  serving.kv_bytes_per_element = k_half;
  serving.kv_bytes_per_token *= wider;
  serving.kv_bytes_window *= wider;
  serving.kv_follows_compute = false;
  return demand;
}

} // namespace gpuplan::workload
