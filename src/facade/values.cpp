#include "gpuplan/values.hpp"

#include "core/money.hpp"

namespace gpuplan {
namespace {

constexpr int k_rounded_places = 2;

core::Money amount_of(const Money& money) {
  return {money.nano_units, {}};
}

} // namespace

std::string Money::decimal() const {
  return core::to_decimal(amount_of(*this));
}

std::string Money::rounded() const {
  return core::to_fixed(amount_of(*this), k_rounded_places);
}

} // namespace gpuplan
