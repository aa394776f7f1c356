#pragma once

#include "catalog/catalog.hpp"
#include "core/diagnostic.hpp"
#include "plan/market/filters.hpp"

#include <string>
#include <vector>

namespace gpuplan::plan {

// What the words of a request name in the market, added to the filters. A word that names nothing
// is reported, with the nearest one that does.

/// `h100`, `h100:8`, `a10:1/2`, `cpu`; a count that no machine has is a fault.
void allow_accelerator(const std::string& text,
                       const catalog::Catalog& catalog,
                       Filters& filters,
                       core::DiagnosticSink& sink);

void allow_provider(const std::string& name,
                    const catalog::Catalog& catalog,
                    Filters& filters,
                    core::DiagnosticSink& sink);

/// Countries, groups of them, cities, `provider/region`; `all` restricts nothing.
void allow_places(const std::vector<std::string>& places,
                  const catalog::Catalog& catalog,
                  Filters& filters,
                  core::DiagnosticSink& sink);

/// `aws/eu-central-1`: the region the data set has to leave.
void place_data(const std::string& text,
                const catalog::Catalog& catalog,
                Filters& filters,
                core::DiagnosticSink& sink);

} // namespace gpuplan::plan
