#pragma once

#include <compare>

namespace gpuplan::core {

/// A number with its unit in the type: sums and order within a unit, scaling by a plain number, a
/// ratio of two is a plain number. Products of different units exist only where declared.
template <class Unit, class Rep = double>
class Quantity {
public:
  constexpr Quantity() = default;

  constexpr explicit Quantity(Rep count) : count_(count) {}

  /// The bare number, in the unit of the type.
  [[nodiscard]] constexpr Rep count() const { return count_; }

  constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }

  constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }

  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity{static_cast<Rep>(a.count_ + b.count_)};
  }

  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity{static_cast<Rep>(a.count_ - b.count_)};
  }

  friend constexpr Quantity operator*(Quantity a, Rep factor) {
    return Quantity{a.count_ * factor};
  }

  friend constexpr Quantity operator*(Rep factor, Quantity a) {
    return Quantity{a.count_ * factor};
  }

  friend constexpr Quantity operator/(Quantity a, Rep divisor) {
    return Quantity{a.count_ / divisor};
  }

  friend constexpr double operator/(Quantity a, Quantity b) {
    return static_cast<double>(a.count_) / static_cast<double>(b.count_);
  }

  friend constexpr bool operator==(Quantity a, Quantity b) {
    return !(a.count_ < b.count_) && !(b.count_ < a.count_);
  }

  friend constexpr std::partial_ordering operator<=>(Quantity a, Quantity b) {
    return a.count_ <=> b.count_;
  }

private:
  Rep count_{};
};

} // namespace gpuplan::core
