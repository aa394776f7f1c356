#pragma once

#include "plan/records.hpp"
#include "plan/search_input.hpp"

#include <optional>
#include <string_view>

namespace gpuplan::plan {

/// Which offers a request asks for, told by the offer alone, before any rule is judged.
class OfferScreen {
public:
  OfferScreen(const SearchInput& input, const Records& records);

  /// Why an offer is left out: `asked.terms`, `price.none`, …; empty where it is looked at.
  [[nodiscard]] std::string_view reason_against(const catalog::Offer& offer) const;

  /// A provider asked for, and a host tier: third-party hosts only where they are wanted.
  [[nodiscard]] bool provider_allowed(const catalog::Offer& offer) const;

  [[nodiscard]] core::Known<bool> place_allowed(const catalog::Offer& offer) const {
    return filters_.allows_place(offer.region);
  }

private:
  [[nodiscard]] bool considers(catalog::PurchaseOption option) const;
  [[nodiscard]] std::string_view too_small(const catalog::Instance& instance) const;
  [[nodiscard]] std::string_view too_dear(const core::Money& hourly,
                                          const catalog::Instance& instance) const;

  const Filters& filters_;
  const Request& request_;
  const Records& records_;
  std::optional<core::Money> max_price_;     ///< in the request's currency
  std::optional<core::Money> max_gpu_price_; ///< in the request's currency
};

} // namespace gpuplan::plan
