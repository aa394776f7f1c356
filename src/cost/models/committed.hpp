#pragma once

#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// Reserved, savings plan, committed use, package: every hour of a term is paid, used or not, and
/// a term is sold whole.
///
///   H hours of the term, w hours of this job, h hours of use a month.
///   P hours of the project: as stated, and no less than what w takes at h hours a month. Without a
///   duration or without h the job is the only user: P = w, and all of it is used. A service that
///   says no h is up all the time; its w is a month.
///   U = P · h ÷ 730 hours are used in all, n = ⌊P ÷ H⌋ terms end within the project.
///
/// The months after them, r = P − n · H, are covered by what costs less:
///   renewed    n + 1 terms are bought, the last of them used in part
///   on demand  n terms are bought, r · h ÷ 730 hours are paid at the on-demand price of the same
///              size and place. Where that is not known, or n = 0, the term is renewed.
///
/// The job pays its share w ÷ U of all of that: what it uses in the terms, what of the terms nobody
/// uses, and what is on demand. So it is cheaper here than on demand exactly when the share of the
/// bought hours that is used is above p_commit ÷ p_on_demand.
///
/// A term that is not stated makes the total unknown, but for a project with hours a month that
/// outlasts the longest term sold: terms of any length fill that one, and what comes after it is on
/// demand. Without a price for that the total is unknown.
core::Known<core::Milliseconds> price_committed(const Case& use, Bill& bill, Extras* extras);

} // namespace gpuplan::cost
