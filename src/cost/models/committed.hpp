#pragma once

#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// Reserved, savings plan, committed use, package: every hour of the term is paid, used or not.
///
///   H hours of the term, P hours of the project, h hours of use a month, w hours of this job.
///   Use within the term: U = h · min(P, H) ÷ 730, at least w; without h, U = w, and h = 730 for a
///   service, of which w is a month.
///   The job pays for w, and for its share w ÷ U of the H − U hours that nobody uses.
///
/// So a job is cheaper here than on demand exactly when U ÷ H is above p_commit ÷ p_on_demand, and
/// without a project's duration, or as its only user, it carries the whole term. Hours beyond the
/// term are never charged as unused. A term that is not stated makes the total unknown, but for a
/// project with hours a month that outlasts the longest term sold: there U ÷ H is h ÷ 730 whatever
/// the term.
core::Known<core::Milliseconds> price_committed(const Case& use, Bill& bill, Extras* extras);

} // namespace gpuplan::cost
