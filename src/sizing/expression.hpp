#pragma once

#include <string>

namespace gpuplan::sizing {

/// Builds the text of a product of plain numbers, `8.03e+09 x 2 / 8`; factors and divisors of one
/// are left out.
class Expression {
public:
  explicit Expression(double first);

  /// A text that is a factor already.
  explicit Expression(std::string first) : text_(std::move(first)) {}

  Expression& times(double factor);
  Expression& over(double divisor);
  Expression& plus(const std::string& term);

  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// A number with at most four significant digits.
std::string number_text(double number);

/// `1.29 GiB`.
std::string gib_text(double bytes);

} // namespace gpuplan::sizing
