#pragma once

namespace gpuplan::perf::inference {

/// What one forward pass handles.
struct Pass {
  double tokens = 0;    ///< N: prompt tokens and one for each decoding sequence
  double heads = 0;     ///< B: tokens that need the output matrix
  double kv_bytes = 0;  ///< K·k: cached context read, over all sequences
  double attention = 0; ///< A: context tokens summed over the prompt tokens
};

/// Seconds each unit of a pass costs, for one model on one replica. Bound once a replica; a pass
/// is then a few multiplications.
struct PassCosts {
  double dense_read_s = 0;      ///< weights every pass reads, head included
  double expert_read_s = 0;     ///< all routed experts
  double untouched_log = 0;     ///< ln(1 − t/E); 0 for a dense model
  double token_s = 0;           ///< multiply, one token
  double head_s = 0;            ///< output matrix, one token
  double kv_byte_s = 0;         ///< one byte of cached context
  double attention_s = 0;       ///< one context token of one prompt token
  double token_least_s = 0;     ///< multiply, one token, at the most of the peak that is reached
  double head_least_s = 0;      ///< output matrix, one token, at that
  double attention_least_s = 0; ///< one context token of one prompt token, at that
  double message_s = 0;         ///< collectives of a pass, fixed part
  double message_token_s = 0;   ///< collectives, one token
  double boundary_s = 0;        ///< one hand-over between machines, fixed part
  double boundary_token_s = 0;  ///< one hand-over, one token
  double boundaries = 0;        ///< hand-overs of a pass
  double host_s = 0;            ///< launches of a pass
  double sequence_s = 0;        ///< host work, one sequence
  double time_factor = 1;       ///< of the engine's release
};

/// The parts of a pass, each but the hand-overs times the release's factor. `matrices` blends
/// reading and multiplying.
struct PassTimes {
  double held_back_s = 0; ///< of matrices and attention: what the most of the peak adds
  double read_s = 0;      ///< weights alone
  double multiply_s = 0;  ///< multiplications alone
  double matrices_s = 0;
  double kv_s = 0;
  double attention_s = 0;
  double links_s = 0;
  double host_s = 0;
  double boundary_s = 0; ///< one hand-over between the machines of a pipeline
  double stages_s = 0;   ///< all hand-overs of the pass

  [[nodiscard]] double on_devices_s() const {
    return matrices_s + kv_s + attention_s + links_s + host_s;
  }

  [[nodiscard]] double total_s() const { return on_devices_s() + stages_s; }
};

/// T = v·(t_mat + t_kv + t_att + t_com + t_host) + (p − 1)·t_boundary for p stages on
/// machines of their own, with t_mat = (t_mem⁴ + t_cmp⁴)^¼ and experts read in the share
/// φ(N) = 1 − (1 − t/E)^N that N tokens are expected to touch. t_mat + t_att are no shorter than
/// their operations take at the most of the dense peak that runs reach.
PassTimes pass_times(const PassCosts& costs, const Pass& pass);

} // namespace gpuplan::perf::inference
