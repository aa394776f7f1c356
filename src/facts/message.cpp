#include "facts/message.hpp"

#include "facts/print.hpp"

#include <fmt/format.h>

namespace gpuplan::facts {
namespace {

ExpressionError brace_error(std::size_t offset, std::string_view brace) {
  return {.code = "FCT001",
          .headline = fmt::format("met a single {}, expected a fact in braces", brace),
          .help = fmt::format("write {}{} for the brace itself", brace, brace),
          .offset = offset};
}

/// An amount in dollars as the one in the currency that the values are told in.
FactRef told_in(FactRef ref, core::Currency currency) {
  if (fact(ref.id).is_money() && ref.currency == core::Currency{})
    ref.currency = currency;
  return ref;
}

} // namespace

std::string Message::fill(const FactValues& values) const {
  std::string text;
  for (const Part& part : parts_) {
    text += part.text;
    if (part.fact)
      text += print(told_in(*part.fact, values.currency()), values);
  }
  return text;
}

std::vector<FactRef> Message::facts() const {
  std::vector<FactRef> facts;
  for (const Part& part : parts_) {
    if (part.fact)
      facts.push_back(*part.fact);
  }
  return facts;
}

std::variant<Message, ExpressionError> parse_message(std::string_view text) {
  Message message;
  std::string before;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool doubled = at + 1 < text.size() && text[at + 1] == c;
    if (c != '{' && c != '}') {
      before += c;
    } else if (doubled) {
      before += c;
      ++at;
    } else {
      const auto closing = text.find('}', at);
      if (c == '}' || closing == std::string_view::npos)
        return brace_error(at, text.substr(at, 1));
      const auto name = text.substr(at + 1, closing - at - 1);
      auto ref = find_fact(name);
      if (!ref) {
        const auto near = nearest_fact(name);
        return ExpressionError{.code = "FCT002",
                               .headline = fmt::format("met the unknown fact {}", name),
                               .help = near ? fmt::format("did you mean {}?", *near) : "",
                               .offset = at + 1,
                               .length = name.size()};
      }
      message.parts_.push_back({.text = std::move(before), .fact = std::move(ref)});
      before.clear();
      at = closing;
    }
  }
  message.parts_.push_back({.text = std::move(before)});
  return message;
}

} // namespace gpuplan::facts
