#pragma once

#include "plan/recommendation.hpp"
#include "plan/records.hpp"

namespace gpuplan::plan {

constexpr std::uint32_t bit(Mark mark) {
  return static_cast<std::uint32_t>(mark);
}

/// The marks that a setup gives every plan it is part of.
std::uint32_t marks_of_setup(const Setup& setup, const workload::Workload& job);

/// The marks that an offer gives every plan it is part of, but for the age of its price.
std::uint32_t marks_of_offer(const catalog::Offer& offer, const Records& records);

} // namespace gpuplan::plan
