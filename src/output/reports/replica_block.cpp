#include "output/reports/replica_block.hpp"

#include "output/human.hpp"

#include <fmt/format.h>

namespace gpuplan::output {
namespace {

/// Capacity and times of a replica; a network that answers with a sample writes no tokens.
std::string replica_head(const perf::ReplicaEstimate& replica) {
  const auto tokens = replica.tpot_ms > 0 ? fmt::format("TTFT {} ms, TPOT {} ms, ",
                                                        human_number(replica.ttft_ms),
                                                        human_number(replica.tpot_ms))
                                          : std::string{};
  return fmt::format("a replica: {} requests/s, at most {}; {}request {} ms; limited by {}{}",
                     human_number(replica.requests_s),
                     human_number(replica.saturation_requests_s),
                     tokens,
                     human_number(replica.latency_ms),
                     replica.limited_by,
                     replica.saturated      ? ", and asked for more than it can serve"
                     : replica.target_binds ? ", and held back by the latency targets"
                                            : "");
}

} // namespace

std::string replica_block(const perf::ReplicaEstimate& replica,
                          const std::vector<std::string>& arithmetic,
                          const ReportStyle& style) {
  auto text = heading("Time", replica_head(replica), style);
  if (!replica.note.empty())
    text += paragraph(fmt::format("  {}", replica.note), style, 4);
  text += paragraph(fmt::format("  {} requests in work at once, {} at most; range x/ {} ({})",
                                human_number(replica.in_work),
                                human_number(replica.max_concurrency),
                                human_number(replica.factor_high),
                                replica.band),
                    style,
                    4);
  constexpr std::size_t k_arithmetic = 37;
  constexpr std::size_t k_readable = 40;
  const std::size_t hang = style.width >= k_arithmetic + k_readable ? k_arithmetic : 4;
  for (const auto& line : arithmetic)
    text += paragraph("  " + line, style, hang);
  return text;
}

} // namespace gpuplan::output
