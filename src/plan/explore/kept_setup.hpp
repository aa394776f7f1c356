#pragma once

#include "facts/values.hpp"
#include "plan/explore/compatibility.hpp"

#include <vector>

namespace gpuplan::plan {

/// A setup the search kept, with what the rules said of it before any price was known.
struct KeptSetup {
  Setup setup;
  SoftwareAnswer software; ///< the setup's software on its chip
  std::uint32_t preferences_missed = 0;
  std::uint32_t marks = 0; ///< those that hold whatever the offer
  /// What of its facts pricing looks at, in the order of `SearchInput::setup_facts`.
  std::vector<facts::FactValues::Stated> facts;
};

} // namespace gpuplan::plan
