#pragma once

#include "core/ensure.hpp"

#include <string_view>
#include <type_traits>
#include <utility>

namespace gpuplan::core {

/// Why a value is not known. The text must outlive its holder: a literal, or text of the catalog.
struct Unknown {
  std::string_view why;
};

/// A value, or unknown with a reason. Unknown is never zero, never a pass and never wins a ranking:
/// reading the value of an unknown is a broken invariant, so callers have to ask first.
template <class T>
class Known {
public:
  /// Unknown without a stated reason.
  constexpr Known() = default;

  constexpr Known(T value) : value_(std::move(value)), known_(true) {}

  constexpr Known(Unknown unknown) : why_(unknown.why) {}

  [[nodiscard]] constexpr bool known() const { return known_; }

  constexpr explicit operator bool() const { return known_; }

  [[nodiscard]] constexpr const T& value() const {
    GPUPLAN_ENSURE(known_);
    return value_;
  }

  [[nodiscard]] constexpr const T& operator*() const { return value(); }

  [[nodiscard]] constexpr const T* operator->() const { return &value(); }

  [[nodiscard]] constexpr T value_or(T fallback) const { return known_ ? value_ : fallback; }

  /// Empty for a known value.
  [[nodiscard]] constexpr std::string_view why_unknown() const {
    return known_ ? std::string_view{} : (why_.empty() ? std::string_view{"not stated"} : why_);
  }

  /// The result of `function` on the value; unknown stays unknown for the same reason.
  template <class Function>
  [[nodiscard]] constexpr auto transform(Function&& function) const
      -> Known<std::invoke_result_t<Function, const T&>> {
    if (!known_)
      return Unknown{why_};
    return std::forward<Function>(function)(value_);
  }

  friend constexpr bool operator==(const Known& left, const Known& right) {
    return left.known_ == right.known_ && (!left.known_ || left.value_ == right.value_);
  }

private:
  T value_{};
  std::string_view why_;
  bool known_ = false;
};

} // namespace gpuplan::core
