#include "workload/families/counting.hpp"

namespace gpuplan::workload {
namespace {

/// 2 h D + D (c + 1) + D (r + 2 s) + r D + D + D s + D + D h + r + 2 s; c the kernel length.
std::int64_t mamba1(const RecurrentDims& m, std::int64_t hidden) {
  return 2 * hidden * m.inner + m.inner * (m.convolution + 1) + m.inner * (m.rank + 2 * m.state) +
         m.rank * m.inner + m.inner + m.inner * m.state + m.inner + m.inner * hidden + m.rank +
         2 * m.state;
}

/// h (2 D + 2 g s + n) + (k + 1)(D + 2 g s) + 3 n + D + D h; k the kernel length.
std::int64_t mamba2(const RecurrentDims& m, std::int64_t hidden) {
  const std::int64_t mixed = m.inner + 2 * m.groups * m.state;
  return hidden * (m.inner + mixed + m.heads) + (m.convolution + 1) * mixed + 3 * m.heads +
         m.inner + m.inner * hidden;
}

/// h (2 K + 2 W) + 2 h n + (2 K + W) k + 2 n + w + W h; w = W / n, k the kernel length.
std::int64_t delta_net(const RecurrentDims& m, std::int64_t hidden) {
  return hidden * (2 * m.key_width + 2 * m.value_width) + 2 * hidden * m.heads +
         (2 * m.key_width + m.value_width) * m.convolution + 2 * m.heads + m.value_width / m.heads +
         m.value_width * hidden;
}

/// MiniMax-01: queries, keys and values 3 h W, a gate and the output h W each, a norm of W.
std::int64_t linear_attention(const RecurrentDims& m, std::int64_t hidden) {
  return 5 * hidden * m.value_width + m.value_width;
}

} // namespace

std::int64_t recurrent_parameters(const RecurrentDims& dims, std::int64_t hidden) {
  switch (dims.kind) {
  case RecurrentKind::mamba1: return mamba1(dims, hidden);
  case RecurrentKind::mamba2: return mamba2(dims, hidden);
  case RecurrentKind::delta_net: return delta_net(dims, hidden);
  case RecurrentKind::linear_attention: return linear_attention(dims, hidden);
  case RecurrentKind::short_convolution:
    return 4 * hidden * hidden + dims.convolution * hidden; // in, out and a depth-wise kernel
  case RecurrentKind::none: break;
  }
  return 0;
}

std::int64_t recurrent_state(const RecurrentDims& dims, std::int64_t hidden) {
  const std::int64_t tail = dims.convolution > 0 ? dims.convolution - 1 : 0;
  switch (dims.kind) {
  case RecurrentKind::mamba1: return dims.inner * (dims.state + tail);
  case RecurrentKind::mamba2:
    return dims.inner * dims.state + tail * (dims.inner + 2 * dims.groups * dims.state);
  case RecurrentKind::delta_net:
    return dims.value_width * dims.state + tail * (2 * dims.key_width + dims.value_width);
  case RecurrentKind::linear_attention: return dims.value_width * (dims.value_width / dims.heads);
  case RecurrentKind::short_convolution: return tail * hidden;
  case RecurrentKind::none: break;
  }
  return 0;
}

} // namespace gpuplan::workload
