#pragma once

#include "output/reports/report.hpp"
#include "output/table.hpp"
#include "plan/market/listing.hpp"

namespace gpuplan::output {

/// The market for people: how many sizes, the range of prices, and the sizes by price.
std::string offers_text(const catalog::Catalog& catalog,
                        const plan::Listing& listing,
                        std::string_view asked,
                        std::size_t most,
                        const plan::ListingQuery& query,
                        const ReportStyle& style);

/// The sizes alone; `most` 0 is all.
Table offers_table(const catalog::Catalog& catalog, const plan::Listing& listing, std::size_t most);

/// The listing as a JSON document (`gpuplan schema offers`): `most` sizes, 0 is all; ranges and
/// counts are of all.
std::string offers_json(const catalog::Catalog& catalog,
                        const plan::Listing& listing,
                        const plan::ListingQuery& query,
                        std::size_t most);

/// The listing for scripts: a row a size, plain numbers, empty where not known; `most` 0 is all.
std::string
offers_csv(const catalog::Catalog& catalog, const plan::Listing& listing, std::size_t most);

} // namespace gpuplan::output
