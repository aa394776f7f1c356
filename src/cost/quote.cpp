#include "cost/quote.hpp"

namespace gpuplan::cost {

std::string_view to_string(LineKind kind) {
  switch (kind) {
  case LineKind::compute: return "compute";
  case LineKind::setup: return "setup";
  case LineKind::evaluation: return "evaluation";
  case LineKind::interruptions: return "interruptions";
  case LineKind::retries: return "retries";
  case LineKind::commitment: return "commitment";
  case LineKind::after_term: return "after-term";
  case LineKind::storage: return "storage";
  case LineKind::checkpoints: return "checkpoints";
  case LineKind::transfer: return "transfer";
  }
  return "";
}

std::vector<core::Money> rounded_amounts(const Quote& quote) {
  constexpr int k_cents = 2;
  std::vector<core::Money> amounts;
  for (const auto& line : quote.lines)
    amounts.push_back(line.amount);
  return rounded_parts(amounts, k_cents);
}

} // namespace gpuplan::cost
