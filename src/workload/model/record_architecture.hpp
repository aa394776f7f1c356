#pragma once

#include "catalog/model_record.hpp"
#include "core/known.hpp"
#include "workload/families/family.hpp"

#include <optional>

namespace gpuplan::workload {

/// The shape of a catalog's language model under the rules of its family; nothing for a family no
/// rule is known for.
std::optional<Shape> shape_of(const catalog::LanguageModelRecord& record);

/// A catalog's language model with its exact parameter counts. Parts beside the text decoder are
/// added as the record states them.
std::optional<Architecture> architecture_of(const catalog::LanguageModelRecord& record);

/// A catalog's vision, diffusion, speech or recommendation model. Unknown where the catalog has no
/// parameter count or no cost of a sample.
core::Known<Architecture> architecture_of(const catalog::SampleModelRecord& record);

/// The cost of a sample as a record states it; what it does not state is zero.
SampleCost sample_cost(const catalog::SampleModelRecord& record);

} // namespace gpuplan::workload
