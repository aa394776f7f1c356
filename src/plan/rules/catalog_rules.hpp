#pragma once

#include "catalog/catalog.hpp"
#include "facts/rule.hpp"

namespace gpuplan::plan {

/// The rules of a catalog, which were checked when it was compiled.
facts::RuleSet rules_of(const catalog::Catalog& catalog);

} // namespace gpuplan::plan
