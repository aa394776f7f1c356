#pragma once

#include <cstdint>
#include <string_view>

namespace gpuplan::catalog {

/// A rule as the catalog keeps it, before its expressions are compiled (they were read once, so
/// they compile). What is empty was not written.
struct RuleRecord {
  std::string_view id;      ///< `bandwidth.multi-node-network`
  std::string_view corner;  ///< compute, memory, bandwidth, purchase, policy, reliability, serve
  std::string_view applies; ///< expression; empty: always
  std::string_view check;   ///< expression
  std::string_view level;   ///< require, warn, prefer, note, or `off` from an overlay
  std::string_view unknown; ///< empty, `accept` or `reject`
  std::string_view message; ///< with `{fact}` places
  std::string_view why;
  std::string_view source;
  std::string_view file;
  std::uint32_t line = 0;
};

} // namespace gpuplan::catalog
