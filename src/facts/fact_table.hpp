#pragma once

#include "facts/table/estimate_facts.hpp"
#include "facts/table/job_facts.hpp"
#include "facts/table/layout_facts.hpp"
#include "facts/table/offer_facts.hpp"
#include "facts/table/quote_facts.hpp"
#include "facts/table/shape_facts.hpp"

namespace gpuplan::facts {

/// Name, unit, decimals in print, stage and definition of every fact, in the order of `FactId`: the
/// rows of `table/`, stage by stage. A unit `share` is a ratio that is printed in percent.
constexpr auto k_fact_table = [] {
  std::array<Fact, k_fact_count> all{};
  std::size_t next = 0;
  const auto add = [&](const auto& rows) {
    for (const Fact& row : rows)
      all[next++] = row;
  };
  add(table::k_shape_facts);
  add(table::k_job_facts);
  add(table::k_layout_facts);
  add(table::k_estimate_facts);
  add(table::k_offer_facts);
  add(table::k_quote_facts);
  return all;
}();

constexpr bool table_is_in_order() {
  for (std::size_t i = 0; i < k_fact_table.size(); ++i) {
    if (static_cast<std::size_t>(k_fact_table[i].id) != i || k_fact_table[i].name.empty())
      return false;
  }
  return true;
}

static_assert(table_is_in_order(), "a row of the table stands at another place than its id");

} // namespace gpuplan::facts
