#pragma once

#include "core/date.hpp"
#include "cost/exchange_rate.hpp"
#include "workload/read/statements.hpp"
#include "workload/workload.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace gpuplan::plan {

/// How much of an answer is kept in full.
enum class Keep : std::uint8_t {
  lines, ///< picks and the lines of the list
  every, ///< every ranked plan
};

/// Whether a plan that lacks a fact a required rule asks for is ranked (behind) or left out.
enum class UnknownFacts : std::uint8_t { ranked_behind, left_out };

/// Whether an answer without plans looks for the limit whose loss would help.
enum class Nearest : std::uint8_t { looked_for, left_alone };

/// Whether plans with old or undated prices are set apart from the list, or told with the rest.
enum class OldPrices : std::uint8_t { set_apart, listed };

/// Lines of a list where nobody says how many.
constexpr std::size_t k_usual_lines = 8;

/// A job to be planned, and what the answer depends on beside it and the catalog.
struct Request {
  workload::Workload workload;
  core::Date as_of;
  core::Currency currency;
  cost::ExchangeRates exchange;
  std::size_t lines = k_usual_lines;
  Keep keep = Keep::lines;
  std::vector<catalog::OfferId> focus; ///< ranked plans of these are kept too
  std::uint64_t focus_rank = 0;        ///< the plan of this rank is kept too
  UnknownFacts unknown_facts = UnknownFacts::ranked_behind;
  Nearest nearest = Nearest::looked_for;
  OldPrices old_prices = OldPrices::set_apart;
  std::optional<catalog::OfferId> only; ///< the one offer that is looked at
  /// The job with some keys stated anew, as if the flags stood there; nothing where they cannot
  /// stand. What an answer says would help was tried with it; without it nothing is said.
  std::function<std::optional<workload::Workload>(const workload::Overrides& changes)> restate;

  /// An amount in the currency of the request; nothing where there is no rate.
  [[nodiscard]] std::optional<core::Money> comparable(const core::Money& amount) const {
    if (amount.currency() == currency)
      return amount;
    const auto converted = exchange.convert(amount, currency);
    return converted ? std::optional{converted->amount} : std::nullopt;
  }
};

} // namespace gpuplan::plan
