#pragma once

#include "perf/inference/chip.hpp"
#include "perf/inference/forward_pass.hpp"
#include "perf/inference/weights.hpp"
#include "workload/layout.hpp"

namespace gpuplan::perf::inference {

/// Why no more sequences run at once.
enum class BatchLimit : std::uint8_t { kv_room, engine, admission };

/// Why a replica that is too small has no times.
constexpr std::string_view k_no_room_for_weights = "the weights do not fit in the replica's memory";
constexpr std::string_view k_no_room_for_cache =
    "the KV cache of one sequence does not fit beside the weights";

/// The factors behind the rates of a replica, for people.
struct ReplicaRates {
  double ranks = 1;           ///< devices that work on one layer together
  double peak = 0;            ///< dense FLOP/s of a device in the format that multiplies
  double half_peak = 0;       ///< the same in 16 bits
  double chip_compute = 1;    ///< η_fl × ω^γ × c_chip
  double engine_compute = 1;  ///< e_fl
  double format_compute = 1;  ///< f_fl
  double attention_share = 1; ///< η_att
  double bandwidth = 0;       ///< bytes/s of a device
  double chip_bandwidth = 1;  ///< η_bw
  double engine_bandwidth = 1;
  double format_bandwidth = 1;
  double cache_share = 1;
  double attention_width = 0; ///< layers × heads × head size of the stack that reads prompts
  WeightSplit prompt;
  WeightSplit decode;

  [[nodiscard]] double products() const {
    return peak * chip_compute * engine_compute * format_compute * ranks;
  }

  [[nodiscard]] double attention() const { return half_peak * attention_share * ranks; }

  [[nodiscard]] double weights() const {
    return bandwidth * chip_bandwidth * engine_bandwidth * format_bandwidth * ranks;
  }

  [[nodiscard]] double cache() const { return bandwidth * chip_bandwidth * cache_share * ranks; }
};

/// A decoder on one replica of tensor × pipeline devices, with all that a step's time depends on.
/// Times are seconds, lengths tokens, batches sequences of the whole replica.
struct Replica {
  PassCosts prompt_costs; ///< the stack that reads prompts
  PassCosts decode_costs; ///< the stack that writes; the same for a decoder
  bool two_stacks = false;
  LayerShape prompt_layers;
  KvFootprint kv;
  Batching batching = Batching::in_flight;
  double input_tokens = 0;
  double output_tokens = 1;
  double beams = 1;
  double stages = 1;         ///< micro-batches in flight, one a pipeline stage
  double pipeline_share = 1; ///< of the stages' throughput that is kept
  double prompt_speedup = 1; ///< of a prompt cut in chunks over a layer split
  double chunk_tokens = 0;   ///< prompt tokens of one step
  double prompt_s = 0;       ///< p: what one more prompt costs inside a full chunk

  ReplicaRates rates;

  double memory_bytes = 0; ///< all devices
  double free_bytes = 0;   ///< left for KV after weights and reserve
  double batch_max = 0;
  BatchLimit batch_limit = BatchLimit::kv_room;

  double idle_first_token_s = 0;
  double loaded_first_token_s = 0;
  double length_spread = 1; ///< on throughput, for stacks that batch requests of mixed lengths

  std::string_view format_note;
  bool kv_tight = false;
  bool engine_measured = true;
  bool eager = false;
  bool chip_measured = true;
  bool generation_measured = true;

  /// Mean context of a sequence that is being written: I + O/2.
  [[nodiscard]] double context() const { return input_tokens + output_tokens / 2.0; }
};

/// What a caller may fix instead of the defaults.
struct ReplicaOptions {
  EngineChoice engine;
  double time_factor = 0; ///< of another release; 0: the engine's newest
  double batch_limit = 0; ///< 0: the engine's
};

/// Binds model, format, engine, chips and links. Unknown where an input is unknown, the format
/// cannot run, the weights take more than 97 % of all memory or not one sequence's KV fits.
core::Known<Replica> make_replica(const Coefficients& coefficients,
                                  const workload::Demand& demand,
                                  const workload::Layout& layout,
                                  const Topology& topology,
                                  const ReplicaOptions& options);

/// What a pass over the prompts of `batch` requests, a step that writes, and one that carries the
/// prompts which arrive meanwhile have to do; of a pipeline, what one of its micro-batches has.
Pass prompt_work(const Replica& replica, double batch);
Pass step_work(const Replica& replica, double batch);
Pass mixed_work(const Replica& replica, double batch);

/// T_dec(B): one token for each of `batch` sequences; below one sequence as for one.
double decode_step(const Replica& replica, double batch);
PassTimes decode_times(const Replica& replica, double batch);

/// T_pre(b): the prompts of `batch` requests in one go.
double prompt_pass(const Replica& replica, double batch);

/// p = T_pre(b)/b for the prompts that fill one chunk, on all pipeline stages.
double prompt_cost(const Replica& replica, double chunk_tokens);

/// T_mix(B): a step that also carries the B/O prompts which arrive meanwhile.
double mixed_step(const Replica& replica, double batch);
PassTimes mixed_times(const Replica& replica, double batch);

} // namespace gpuplan::perf::inference
