#pragma once

#include "workload/workload.hpp"

#include <string_view>

namespace gpuplan::plan {

/// What a reason to leave offers out is called in a report, and what would bring them back.
struct ReasonText {
  std::string_view reason; ///< rule id or the search's own word
  std::string_view phrase;
  std::string_view remedy; ///< a flag or a change; empty where nothing helps
};

/// The words of a reason for a job: what helps training does not help serving. A rule
/// of the user's own has its id as phrase.
ReasonText reason_text(std::string_view reason, const workload::Workload& workload);

} // namespace gpuplan::plan
