#include "core/real.hpp"
#include "workload/model/model_arithmetic.hpp"

#include <algorithm>

namespace gpuplan::workload {

using core::real;

namespace {

/// 4 a d for each layer and each token seen: scores and values, two FLOPs a multiply-add.
double attention_width(const TransformerDims& dims) {
  return 4 * real(dims.heads) * (real(dims.head_dim) + real(dims.latent.rope_dim) / 2);
}

/// Forward attention of one token at the context it sees on average.
double attention_flops(const Architecture& model, double context) {
  const auto& dims = model.dims;
  const double width = attention_width(dims);
  if (model.network == NetworkClass::encoder)
    return width * real(dims.layers) * context;
  if (model.network == NetworkClass::encoder_decoder) {
    const double cross_and_self = real(dims.decoder_layers) * (context + context / 2);
    return width * (real(dims.layers) * context + cross_and_self) / 2;
  }
  double seen = context / 2 * real(dims.attention_layers - dims.windowed_layers);
  const double window = std::min(context, real(dims.window));
  if (window > 0)
    seen += window * (1 - window / (2 * context)) * real(dims.windowed_layers);
  return width * seen;
}

/// Products with weights, forward: each token of an encoder-decoder passes one of two stacks.
double weight_flops(const Architecture& model) {
  const double both = 2 * (matrix_weights(model) + head_weights(model));
  return model.network == NetworkClass::encoder_decoder ? both / 2 : both;
}

/// Bytes of a trained parameter's weight: with a master copy in mixed precision, once in fp32 and
/// where the states are bf16 too.
double weight_copies(const TrainingDemand& training) {
  if (is_full_precision(training.compute))
    return 4;
  return training.optimizer == Optimizer::adamw_bf16 ? 2 : 6;
}

} // namespace

double table_parameters(double parameters, double flops_forward) {
  return std::max(0.0, parameters - flops_forward / 2);
}

double moment_bytes(Optimizer optimizer, double hidden) {
  switch (optimizer) {
  case Optimizer::adamw: return 8;
  case Optimizer::adamw_8bit: return 2;
  case Optimizer::adamw_bf16:   // two states in bf16
  case Optimizer::sgd_momentum: // one in fp32
  case Optimizer::lion: return 4;
  case Optimizer::sgd: return 0;
  case Optimizer::adafactor: return 8 / std::max(hidden, 1.0);
  }
  return 8;
}

bool is_full_precision(catalog::NumberFormat compute) {
  return compute == catalog::NumberFormat::fp32 || compute == catalog::NumberFormat::tf32 ||
         compute == catalog::NumberFormat::fp64;
}

double matrix_weights(const Architecture& model) {
  return real(model.params.active - model.params.embedding - model.params.head);
}

double head_weights(const Architecture& model) {
  if (model.network == NetworkClass::encoder)
    return 0;
  if (model.params.head > 0)
    return real(model.params.head);
  return model.dims.tied_embeddings ? real(model.dims.vocab) * real(model.dims.hidden) : 0;
}

double forward_flops_per_token(const Architecture& model, double context) {
  return weight_flops(model) + attention_flops(model, context);
}

double training_flops_per_token(const Architecture& model,
                                double sequence,
                                Method method,
                                const std::optional<Adapter>& adapter) {
  const double attention = 3 * attention_flops(model, sequence);
  if (method == Method::full)
    return 3 * weight_flops(model) + attention;
  const double adapters = adapter ? 6 * real(adapter->parameters) : 0;
  double frozen = 2 * weight_flops(model);
  if (adapter && adapter->train_tables)
    frozen += 2 * head_weights(model);
  return frozen + adapters + attention;
}

double checkpoint_bytes(const Demand& demand) {
  if (demand.kind != JobKind::train)
    return 0;
  const auto& training = demand.training;
  constexpr double k_table_bytes = 4;
  const double in_tables = demand.model.sample.embedding_parameters;
  double trained = real(demand.model.params.total) - in_tables;
  if (training.method != Method::full) {
    trained = training.adapter ? real(training.adapter->parameters) : 0;
    if (training.adapter && training.adapter->train_tables)
      trained += real(demand.model.params.embedding + demand.model.params.head);
  }
  const double moments = moment_bytes(training.optimizer, real(demand.model.dims.hidden));
  return trained * (weight_copies(training) + moments) + in_tables * k_table_bytes;
}

} // namespace gpuplan::workload
