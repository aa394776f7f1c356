#pragma once

#include "facts/expression.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::facts {

/// A text with places for facts: `{network_gbps} per host is too little`. `{{` and `}}` stand for
/// the braces themselves. A part in `[` and `]` is left out where a fact in it is unknown:
/// `answers after {ttft_ms}[ (limit {ttft_limit_ms})]`; `[[` and `]]` stand for the brackets.
class Message {
public:
  /// The text with every place filled in by `print`: the fact's own unit, `?` where unknown. Times
  /// below two hours are told in minutes, and figures that differ with enough digits to show it.
  [[nodiscard]] std::string fill(const FactValues& values) const;

  /// The facts it names, in the order of the places.
  [[nodiscard]] std::vector<FactRef> facts() const;

private:
  friend std::variant<Message, ExpressionError> parse_message(std::string_view text);

  struct Part {
    std::string text;            ///< stands before the fact
    std::optional<FactRef> fact; ///< nothing in the last part, and at a bracket
    std::size_t group = 0;       ///< the pair of brackets it stands in, from 1; 0: none
  };

  std::vector<Part> parts_;
};

std::variant<Message, ExpressionError> parse_message(std::string_view text);

} // namespace gpuplan::facts
