#pragma once

#include "cost/models/model.hpp"

namespace gpuplan::cost {

/// A line in words.
QuoteLine worded(const BillLine& line, const Case& use, const Extras& extras);

/// What a reader has to know beside the lines: defaults that stand for what the provider does not
/// state, and terms that surprise.
void add_notes(const Case& use, const std::vector<BillLine>& lines, Extras& extras);

/// `1.24 h`, `22,338 h`: three digits that matter.
std::string hours_text(double hours);

} // namespace gpuplan::cost
