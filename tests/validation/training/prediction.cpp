#include "validation/training/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>
#include <vector>

namespace gpuplan::validation {

namespace {

using catalog::NumberFormat;
using perf::MicroBatchLayout;
using perf::StepLayout;
using test::CsvRow;
using workload::Method;
using workload::NetworkClass;
using workload::Recompute;
using workload::Sharding;
using workload::Stack;

constexpr double k_gib = 1024.0 * 1024.0 * 1024.0;
constexpr double k_usable = 0.92;

struct Degrees {
  double tensor = 1, pipeline = 1, context = 1, chunks = 1, expert = 1;
  Sharding sharding = Sharding::none;
};

double degree(const std::string& parallelism, std::string_view name) {
  std::stringstream parts(parallelism);
  for (std::string part; std::getline(parts, part, ';');)
    if (part.size() > name.size() + 1 && part.compare(0, name.size(), name) == 0 &&
        part[name.size()] == '=')
      return std::stod(part.substr(name.size() + 1));
  return 0;
}

Degrees stated_degrees(const CsvRow& run, const Job& job) {
  const std::string& parallelism = text(run, "parallelism");
  const auto at_least_one = [&](const char* name) {
    return std::max(1.0, degree(parallelism, name));
  };
  Degrees d{at_least_one("tp"),
            at_least_one("pp"),
            at_least_one("cp"),
            at_least_one("vp"),
            at_least_one("ep"),
            Sharding::none};
  if (job.demand.stack == Stack::neuron) // counts cores, two to a chip
    d.tensor = std::max(1.0, std::floor(d.tensor / 2));
  const double zero = degree(parallelism, "zero");
  if (zero == 3)
    d.sharding = Sharding::full;
  else if (zero > 0 || job.demand.stack == Stack::megatron)
    d.sharding = Sharding::optimizer;
  return d;
}

/// Rows of tuned language models state no parallelism: everything within the fast domain.
std::vector<Degrees> searched_degrees(const Machine& machine, double domain) {
  std::vector<Degrees> all;
  for (const double tensor : {1.0, 2.0, 4.0, 8.0})
    for (const double pipeline : {1.0, 2.0, 4.0, 8.0, 16.0})
      for (const double context : {1.0, 2.0, 4.0}) {
        const double group = tensor * pipeline * context;
        if (std::fmod(machine.devices, group) != 0 || tensor > domain)
          continue;
        all.push_back(
            {tensor, pipeline, context, 1, 1, group == 1 ? Sharding::full : Sharding::optimizer});
      }
  return all;
}

std::vector<Degrees>
degrees_of(const CsvRow& run, const Job& job, const Machine& machine, double domain) {
  if (!text(run, "parallelism").empty())
    return {stated_degrees(run, job)};
  if (job.kind == RowKind::decoder && job.demand.stack == Stack::mlperf)
    return searched_degrees(machine, domain);
  Degrees plain;
  if (job.kind == RowKind::decoder || job.kind == RowKind::mixture)
    plain.sharding = Sharding::full;
  return {plain};
}

bool wide(NumberFormat format) {
  return format == NumberFormat::fp32 || format == NumberFormat::tf32;
}

/// States and activations of a device, coarse: enough to rule out what cannot have run.
bool transformer_fits(const Job& job,
                      const Machine& machine,
                      const MicroBatchLayout& l,
                      const StepLayout& step) {
  const auto& demand = job.demand;
  const auto& dims = demand.model.dims;
  const auto& params = demand.model.params;
  const double total = static_cast<double>(params.total);
  const double experts = static_cast<double>(params.experts);
  const double held = (total - experts + experts / l.expert) / (l.tensor * l.pipeline);
  const double ranks = step.data * l.context;
  double state = step.sharding == Sharding::full ? 18 * held / ranks : (6 + 12 / ranks) * held;
  if (demand.stack == Stack::framework_amp)
    state = 16 * held;
  if (demand.training.method != Method::full)
    state = 2 * held / (step.sharding == Sharding::full ? ranks : 1);
  const double tokens = l.samples * static_cast<double>(demand.training.sequence) / l.context;
  const double hidden = static_cast<double>(dims.hidden);
  const double split = l.sequence_parallel ? l.tensor : 1;
  const double element = wide(demand.training.compute) ? 2 : 1;
  double layer = hidden * tokens * (10 / split + 24 / l.tensor) * element;
  if (!demand.training.fused_attention)
    layer += 5 * static_cast<double>(dims.heads) / l.tensor * tokens *
             static_cast<double>(demand.training.sequence) * element;
  const double layers = static_cast<double>(dims.layers) / l.pipeline;
  const double kept = l.recompute == Recompute::full ? 2 * hidden * tokens / split * layers + layer
                                                     : layer * layers;
  const double logits = 6 * static_cast<double>(dims.vocab) * tokens / l.tensor;
  return state + kept + logits + 1.5 * k_gib < k_usable * machine.memory_gib * k_gib;
}

bool sample_fits(const Job& job, const Machine& machine, double samples) {
  const auto& model = job.demand.model;
  const double scale = job.demand.training.spatial_scale;
  const double elements = model.sample.activation_elements > 0
                              ? model.sample.activation_elements * scale
                              : model.sample.flops_forward * scale * 9e-4;
  const double parameters = static_cast<double>(model.params.total);
  const double spread = parameters > 2e9 ? machine.devices : 1;
  return elements * 2 * 2.2 * samples + 16 * parameters / spread <
         k_usable * machine.memory_gib * k_gib;
}

/// Samples a device takes where the row states no batch at all.
double customary_samples(const Job& job, const Machine& machine) {
  const double memory = machine.memory_gib / 80;
  if (job.kind == RowKind::encoder || job.kind == RowKind::transformer_xl ||
      job.kind == RowKind::decoder || job.kind == RowKind::mixture)
    return std::max(1.0, 12288 / static_cast<double>(job.demand.training.sequence) * memory);
  const double gflops =
      job.demand.model.sample.flops_forward * job.demand.training.spatial_scale / 1e9;
  double images = 2000;
  if (job.kind == RowKind::detection)
    images = 6000;
  if (job.kind == RowKind::unet_2d || job.kind == RowKind::unet_3d)
    images = 8000;
  const double narrower = wide(job.demand.training.compute) ? 0.5 : 1;
  return std::max(1.0, images / gflops * memory * narrower);
}

/// Micro-batches to try: the stated one, else powers of two up to the share of a rank, and it. JAX
/// code states it per chip, also where tensor parallelism spreads it over several.
std::vector<double> micro_batches(const CsvRow& run, const Job& job, double tensor, double share) {
  if (const double stated = number(run, "micro_batch"); stated > 0)
    return {job.demand.stack == Stack::xla ? stated * tensor : stated};
  std::vector<double> all;
  for (double samples = 1; samples < share; samples *= 2)
    all.push_back(samples);
  all.push_back(share);
  return all;
}

double global_batch(const CsvRow& run, const Job& job, const Machine& machine, double ranks) {
  if (const double stated = number(run, "global_batch"); stated > 0)
    return stated;
  if (const double micro = number(run, "micro_batch"); micro > 0)
    return ranks * micro;
  if (text(run, "measured_metric") == "gpu_hours")
    return 4e6 / job.unit;
  return ranks * customary_samples(job, machine);
}

double tokens_in_gpu_hours(const std::string& model) {
  if (model == "llama2-70b")
    return 2e12;
  return model == "llama2-7b" ? 2.2e12 : 15e12;
}

/// FLOPs a token by the convention of the source of a `tflops_per_gpu` row.
double published_flops(const CsvRow& run, const Job& job) {
  const auto& dims = job.demand.model.dims;
  const double hidden = static_cast<double>(dims.hidden);
  const double layers = static_cast<double>(dims.layers);
  const double vocab = static_cast<double>(dims.vocab);
  const double sequence = job.unit;
  const std::string& id = text(run, "id");
  if (contains(id, "megatron-a100"))
    return 96 * layers * hidden * hidden *
           (1 + sequence / (6 * hidden) + vocab / (16 * layers * hidden));
  if (contains(id, "megatron-h100"))
    return 72 * layers * hidden * hidden *
           (1 + sequence / (6 * hidden) + vocab / (12 * layers * hidden));
  const auto& params = job.demand.model.params;
  const double weights = static_cast<double>(params.total - params.embedding - params.head);
  const double width = static_cast<double>(dims.heads * dims.head_dim);
  const double attention = contains(id, "nemolong") ? 12 : 6;
  return 6 * (weights + vocab * hidden) + attention * layers * width * sequence;
}

/// Samples a second of the whole job as measured; 0 where the row gives none.
double measured_rate(const CsvRow& run,
                     const Job& job,
                     const Machine& machine,
                     const Prediction& p,
                     double ranks) {
  const double rate = number(run, "derived_total_throughput");
  if (rate > 0)
    return text(run, "throughput_unit") == "tokens/s" ? rate / job.unit : rate;
  const std::string& metric = text(run, "measured_metric");
  const double value = number(run, "measured_value");
  if (metric == "step_time_s")
    return p.layout.samples * ranks * p.micro_batches / value;
  if (metric == "gpu_hours") // all-in hours: nine tenths of them are steps
    return tokens_in_gpu_hours(text(run, "model")) / (value * 3600) * machine.devices / job.unit /
           0.9;
  if (metric == "tflops_per_gpu")
    return value * 1e12 * machine.devices / published_flops(run, job) / job.unit;
  return 0;
}

/// The fastest layout that fits, or the fastest of all where none does.
class Search {
public:
  Search(const CsvRow& run,
         const Job& job,
         const Machine& machine,
         const perf::TrainingQuery& query)
      : run_(run),
        job_(job),
        machine_(machine),
        query_(query) {}

  void look_at(const Degrees& d) {
    const double ranks = std::max(1.0, machine_.devices / (d.tensor * d.pipeline * d.context));
    const double batch = global_batch(run_, job_, machine_, ranks);
    for (const double samples : micro_batches(run_, job_, d.tensor, batch / ranks)) {
      const StepLayout step{ranks, std::max(1.0, batch / (ranks * samples)), d.sharding, false};
      bool plain_fits = false;
      for (const Recompute recompute : recomputes()) {
        // A job that fits without recomputation is taken not to recompute, unless all is searched.
        if (plain_fits && !searched())
          continue;
        const MicroBatchLayout layout{d.tensor,
                                      d.pipeline,
                                      d.chunks,
                                      d.context,
                                      d.expert,
                                      samples,
                                      recompute,
                                      job_.sequence_parallel};
        plain_fits = try_one(layout, step) && recompute == Recompute::none;
      }
    }
  }

  [[nodiscard]] std::optional<Prediction> best() const {
    if (!found_)
      return std::nullopt;
    Prediction result = best_;
    result.measured = measured_rate(run_, job_, machine_, best_, ranks_);
    return result.measured > 0 ? std::optional(result) : std::nullopt;
  }

private:
  [[nodiscard]] bool searched() const {
    return text(run_, "parallelism").empty() && job_.demand.stack == Stack::mlperf;
  }

  [[nodiscard]] std::vector<Recompute> recomputes() const {
    return job_.recompute ? std::vector<Recompute>{*job_.recompute}
                          : std::vector<Recompute>{Recompute::none, Recompute::full};
  }

  /// Whether it fits; keeps it where it is better than what was seen.
  bool try_one(const MicroBatchLayout& layout, const StepLayout& step) {
    const auto times = query_.micro_batch(layout);
    const auto seconds = times ? query_.step(*times, step) : core::Known<core::Seconds>();
    if (!seconds)
      return false;
    const bool transformer = query_.network().form == perf::NetworkWork::Form::transformer;
    const bool fits = transformer ? transformer_fits(job_, machine_, layout, step)
                                  : sample_fits(job_, machine_, layout.samples);
    const double rate = step.accumulation * layout.samples * step.data / seconds->count();
    const bool better = !found_ || (fits != fits_ ? fits : rate > best_.predicted);
    if (better) {
      found_ = true;
      fits_ = fits;
      ranks_ = step.data;
      best_ = {rate, 0, layout, step.accumulation};
    }
    return fits;
  }

  const CsvRow& run_;
  const Job& job_;
  const Machine& machine_;
  const perf::TrainingQuery& query_;
  bool found_ = false;
  bool fits_ = false;
  double ranks_ = 1;
  Prediction best_;
};

} // namespace

std::optional<Prediction> predict(const CsvRow& run,
                                  const Job& job,
                                  const Machine& machine,
                                  const perf::TrainingModel& model) {
  const auto query = model.prepare(job.demand, machine.chip, machine.shape, job.conditions);
  if (!query) {
    std::cout << text(run, "id") << ": " << query.why_unknown() << '\n';
    return std::nullopt;
  }
  Search search(run, job, machine, *query);
  for (const Degrees& degrees : degrees_of(run, job, machine, query->links().domain))
    search.look_at(degrees);
  return search.best();
}

} // namespace gpuplan::validation
