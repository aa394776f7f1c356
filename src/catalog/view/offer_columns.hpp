#pragma once

#include "catalog/offer.hpp"
#include "catalog/view/view.hpp"

namespace gpuplan::catalog {

/// The columns of the offers as plain arrays: pricing decodes thousands of them, and looking each
/// column up in the table every time would cost more than the rest.
class OfferColumns {
public:
  OfferColumns() = default;
  explicit OfferColumns(const View& view);

  [[nodiscard]] Offer decode(const View& view, std::uint32_t index) const;

private:
  const std::uint32_t* instance_ = nullptr;
  const std::uint32_t* region_ = nullptr;
  const std::uint32_t* zone_ = nullptr;
  const std::uint32_t* tier_ = nullptr;
  const std::uint8_t* option_ = nullptr;
  const std::uint8_t* term_ = nullptr;
  const std::uint8_t* payment_ = nullptr;
  const std::int64_t* hourly_ = nullptr;
  const std::int64_t* upfront_ = nullptr;
  const std::uint32_t* currency_ = nullptr;
  const std::int32_t* as_of_ = nullptr;
  const std::uint8_t* as_of_kind_ = nullptr;
  const std::uint32_t* basis_ = nullptr;
  const std::uint32_t* findings_ = nullptr;
  const std::uint32_t* note_ = nullptr;
  const std::uint32_t* source_ = nullptr;
  const std::uint32_t* file_ = nullptr;
  const std::uint32_t* line_ = nullptr;
  const std::uint32_t* instance_shape_ = nullptr;
  const std::uint32_t* instance_provider_ = nullptr;
};

} // namespace gpuplan::catalog
