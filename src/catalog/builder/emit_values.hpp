#pragma once

#include "catalog/view/decode.hpp"

namespace gpuplan::catalog {

// The column values of what may be unknown; the opposite of catalog/view/decode.hpp.

inline double number_value(const core::Known<double>& value) {
  return value.value_or(k_unknown_number);
}

template <class Quantity>
double quantity_value(const core::Known<Quantity>& value) {
  return value.known() ? value->count() : k_unknown_number;
}

inline std::int64_t whole_value(const core::Known<std::int64_t>& value) {
  return value.value_or(k_unknown_whole);
}

inline std::int32_t small_value(const core::Known<std::int32_t>& value) {
  return value.value_or(k_unknown_small);
}

inline std::int64_t money_value(const core::Known<core::Money>& value) {
  return value.known() ? value->nanos() : k_unknown_whole;
}

inline std::int32_t date_value(const core::Known<core::Date>& value) {
  return value.known() ? static_cast<std::int32_t>(value->time_since_epoch().count())
                       : k_unknown_small;
}

inline std::uint8_t truth_value(const core::Known<bool>& value) {
  constexpr std::uint8_t k_not_stated = 2;
  return value.known() ? static_cast<std::uint8_t>(*value) : k_not_stated;
}

template <class Tag>
std::uint32_t optional_id(const std::optional<core::Id<Tag>>& id) {
  return id ? id->index + 1 : 0;
}

template <class Word>
std::uint8_t word_value(Word word) {
  return static_cast<std::uint8_t>(word);
}

} // namespace gpuplan::catalog
