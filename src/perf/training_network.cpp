#include "perf/kernels.hpp"
#include "perf/training_work.hpp"

#include <algorithm>

namespace gpuplan::perf {

namespace {

using workload::Architecture;
using workload::Demand;
using workload::Method;
using workload::NetworkClass;

constexpr double k_forward_and_backward = 3;
constexpr double k_forward_and_one_backward = 2; ///< no gradient of frozen weights
constexpr double k_reference_element_bytes = 4;  ///< embedding tables are counted in fp32
constexpr double k_causal = 0.5;

double count(std::int64_t value) {
  return static_cast<double>(value);
}

/// Mean number of tokens that a token attends to in a layer with a window of w, causal: it sees all
/// before it up to w, so w - w²/(2 s).
double windowed_context(double tokens, double window) {
  const double reach = std::min(tokens, window);
  return reach - reach * reach / (2 * tokens);
}

/// Σ over layers of the context of one token, with the causal half where the kernel skips the rest.
double summed_context(const Architecture& model, double tokens, bool fused) {
  const auto& dims = model.dims;
  const double attending = count(dims.attention_layers > 0 ? dims.attention_layers : dims.layers);
  if (model.network == NetworkClass::encoder_decoder) {
    // Each side sees half the tokens; the decoder its own causally and the encoder's whole.
    const double own = fused ? k_causal : 1;
    return tokens / 2 * (count(dims.layers) + count(dims.decoder_layers) * (own + 1)) / 2;
  }
  if (!fused)
    return attending * tokens;
  const bool causal = model.network == NetworkClass::decoder;
  const double windowed = std::min(attending, count(dims.windowed_layers));
  const double window = dims.window > 0 ? count(dims.window) : tokens;
  const double full = (attending - windowed) * tokens * (causal ? k_causal : 1);
  return full + windowed * (causal ? windowed_context(tokens, window) : std::min(tokens, window));
}

void set_method(NetworkWork& work, const Demand& demand) {
  const auto& training = demand.training;
  work.passes =
      training.method == Method::full ? k_forward_and_backward : k_forward_and_one_backward;
  work.activation_bytes = activation_bytes(training.compute);
  work.weight_bytes = weight_bytes(training.compute);
  work.dequantises = training.method == Method::qlora;
  work.stock = demand.stack == workload::Stack::framework_amp;
}

void set_state(NetworkWork& work, const Demand& demand) {
  const auto& params = demand.model.params;
  const auto& training = demand.training;
  work.parameters_experts = count(params.experts);
  work.parameters_dense = count(params.total - params.experts);
  if (training.method == Method::full) {
    work.trainable_experts = work.parameters_experts;
    work.trainable_dense = work.parameters_dense;
  } else if (training.adapter) {
    work.trainable_dense = count(training.adapter->parameters);
    if (training.adapter->train_tables)
      work.trainable_dense += count(params.embedding + params.head);
  }
}

/// Width of the feed-forward part that a token passes, as a mean over the layers.
double used_ffn(const workload::TransformerDims& dims) {
  const auto& experts = dims.experts;
  if (experts.experts == 0)
    return count(dims.ffn);
  const double dense = count(experts.dense_layers);
  const double routed = count((experts.active + experts.shared) * experts.ffn);
  return (dense * count(experts.dense_ffn) + (count(dims.layers) - dense) * routed) /
         count(dims.layers);
}

core::Known<NetworkWork>
transformer_work(const TrainingModel::Coefficients& c, const Demand& demand, NetworkWork work) {
  const Architecture& model = demand.model;
  const auto& dims = model.dims;
  const auto& params = model.params;
  if (dims.layers <= 0 || dims.hidden <= 0 || params.total <= 0)
    return core::Unknown{"layers, widths and parameters of the network are not known"};
  const bool two_stacks = model.network == NetworkClass::encoder_decoder;
  const double share = two_stacks ? c.stack_share : 1;
  const double head = model.network == NetworkClass::encoder ? c.head_share_encoder : share;
  work.form = NetworkWork::Form::transformer;
  work.tokens = count(std::max<std::int64_t>(1, demand.training.sequence));
  work.layers_launched = count(dims.layers + (two_stacks ? dims.decoder_layers : 0));
  work.layers = work.layers_launched * share;
  work.hidden = count(dims.hidden);
  work.ffn = used_ffn(dims);
  work.routed = dims.experts.experts > 0 ? count(dims.experts.active + dims.experts.shared) : 0;
  work.kv_heads = count(std::max<std::int64_t>(1, dims.kv_heads));
  work.kv_width = work.kv_heads * count(dims.head_dim);
  const auto tables = params.embedding + params.head + params.other_towers;
  const auto active = params.active > 0 ? params.active : params.total;
  work.weights_used = count(std::max<std::int64_t>(0, active - tables)) * share;
  work.weights_experts = count(params.experts);
  work.weights_dense = count(std::max<std::int64_t>(0, params.total - tables - params.experts));
  work.vocabulary = count(dims.vocab) * head;
  work.head_weights = work.vocabulary * work.hidden;
  work.fused_attention = demand.training.fused_attention;
  const double stretch = c.lookup("training.family." + model.family + ".context").value_or(1.0);
  const double context = summed_context(model, work.tokens, work.fused_attention) * stretch;
  // Latent attention multiplies queries and keys at the wider, rotary width.
  const double width = count(dims.head_dim) + count(dims.latent.rope_dim) / 2;
  work.attention_flops = 4 * context * count(dims.heads) * width;
  if (!work.fused_attention) {
    work.score_elements = context * count(dims.heads);
    const bool kernel = demand.stack == workload::Stack::megatron ||
                        demand.stack == workload::Stack::megatron_deepspeed;
    work.score_coefficient = kernel ? c.traffic_scores_fused : c.traffic_scores;
  }
  return work;
}

core::Known<NetworkWork>
sampled_work(const TrainingModel::Coefficients& c, const Demand& demand, NetworkWork work) {
  const auto& sample = demand.model.sample;
  if (sample.flops_forward <= 0)
    return core::Unknown{"FLOPs of a sample are not published for this network"};
  const double scale = demand.training.spatial_scale;
  work.form = NetworkWork::Form::sampled;
  work.flops_forward = sample.flops_forward * scale;
  work.activation_elements = sample.activation_elements > 0
                                 ? sample.activation_elements * scale
                                 : work.flops_forward * c.elements_per_flop;
  const bool detection = demand.model.network == NetworkClass::detection;
  work.layers_launched = detection ? c.layers_detection : c.layers_sampled;
  work.layers = work.layers_launched;
  work.weights_used = work.parameters_dense;
  return work;
}

core::Known<NetworkWork>
table_work(const TrainingModel::Coefficients& c, const Demand& demand, NetworkWork work) {
  const auto& sample = demand.model.sample;
  if (sample.flops_forward <= 0)
    return core::Unknown{"FLOPs of a sample are not published for this network"};
  const double rows = sample.embedding_bytes > 0
                          ? sample.embedding_bytes / k_reference_element_bytes
                          : c.table_elements;
  const bool several = rows > c.table_elements;
  work.form = NetworkWork::Form::tables;
  work.flops_forward = sample.flops_forward;
  work.gathered_elements = rows * (several ? c.table_passes_multi : c.table_passes);
  work.exchanged_elements = std::min(rows, c.table_elements);
  work.layers_launched = 0;
  // Rows are updated where they are read; only the dense part is reduced and optimised.
  work.parameters_dense -= sample.embedding_parameters;
  work.trainable_dense = work.parameters_dense;
  work.weights_used = 0;
  return work;
}

} // namespace

core::Known<NetworkWork> network_work(const TrainingModel::Coefficients& c, const Demand& demand) {
  NetworkWork work;
  set_method(work, demand);
  set_state(work, demand);
  switch (demand.model.network) {
  case NetworkClass::decoder:
  case NetworkClass::encoder:
  case NetworkClass::encoder_decoder: return transformer_work(c, demand, work);
  case NetworkClass::recommender: return table_work(c, demand, work);
  default: return sampled_work(c, demand, work);
  }
}

} // namespace gpuplan::perf
