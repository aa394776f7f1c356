#include "facts/message.hpp"

#include "facts/print.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <span>

namespace gpuplan::facts {
namespace {

bool is_told(const FactRef& ref, const FactValues& values) {
  return fact(ref.id).kind == FactKind::text ? values.text(ref).known()
                                             : values.number(ref).known();
}

ExpressionError brace_error(std::size_t offset, std::string_view brace) {
  return {.code = "FCT001",
          .headline = fmt::format("met a single {}, expected a pair of them", brace),
          .help = fmt::format("write {}{} for the brace itself", brace, brace),
          .offset = offset};
}

/// An amount in dollars as the one in the currency that the values are told in.
FactRef told_in(FactRef ref, core::Currency currency) {
  if (fact(ref.id).is_money() && ref.currency == core::Currency{})
    ref.currency = currency;
  return ref;
}

constexpr int k_most_more_decimals = 3;

bool is_time(const FactRef& ref) {
  return fact(ref.id).unit == "h";
}

/// Whether the times of a message are told in minutes: all that are known lie below two hours.
bool is_in_minutes(std::span<const FactRef> refs, const FactValues& values) {
  constexpr double k_in_minutes_below = 2;
  bool any = false;
  for (const auto& ref : refs) {
    const auto value = is_time(ref) ? values.number(ref) : core::Unknown{"no time"};
    if (value && std::abs(*value) >= k_in_minutes_below)
      return false;
    any = any || value.known();
  }
  return any;
}

std::string figure(const FactRef& ref, const FactValues& values, bool minutes, int more_decimals) {
  constexpr double k_minutes_an_hour = 60;
  const auto value = values.number(ref);
  if (fact(ref.id).kind == FactKind::text || !value)
    return print(ref, values);
  if (!minutes || !is_time(ref))
    return print(ref, *value, more_decimals);
  auto text = fmt::format("{:.{}f}", *value * k_minutes_an_hour, more_decimals);
  if (more_decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
      text.pop_back();
  }
  return text + " min";
}

/// Whether two figures of different numbers are the same text: `0.1 h, longer than the 0.1 h`.
bool look_alike(std::span<const FactRef> refs,
                const FactValues& values,
                std::span<const std::string> figures) {
  for (std::size_t i = 0; i < refs.size(); ++i) {
    for (std::size_t j = i + 1; j < refs.size(); ++j) {
      const auto a = values.number(refs[i]);
      const auto b = values.number(refs[j]);
      if (a && b && (*a < *b || *b < *a) && figures[i] == figures[j])
        return true;
    }
  }
  return false;
}

} // namespace

std::string Message::fill(const FactValues& values) const {
  std::vector<FactRef> refs;
  for (const auto& ref : facts())
    refs.push_back(told_in(ref, values.currency()));
  const bool minutes = is_in_minutes(refs, values);
  std::vector<std::string> figures;
  // One more decimal until no two figures that differ look alike; three tell a second in an hour.
  for (int more = 0; more <= k_most_more_decimals; ++more) {
    figures.clear();
    for (const auto& ref : refs)
      figures.push_back(figure(ref, values, minutes, more));
    if (!look_alike(refs, values, figures))
      break;
  }
  std::set<std::size_t> left_out;
  for (const Part& part : parts_) {
    if (part.fact && part.group > 0 && !is_told(*part.fact, values))
      left_out.insert(part.group);
  }
  std::string text;
  std::size_t next = 0;
  for (const Part& part : parts_) {
    const auto told = part.fact ? figures[next++] : std::string{};
    if (!left_out.contains(part.group))
      text += part.text + told;
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
  std::size_t groups = 0;
  std::optional<std::size_t> open; ///< where the bracket is that is not closed yet
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool doubled = at + 1 < text.size() && text[at + 1] == c;
    const auto group = open ? groups : 0;
    if (std::string_view("{}[]").find(c) == std::string_view::npos) {
      before += c;
    } else if (doubled) {
      before += c;
      ++at;
    } else if (c == '[' || c == ']') {
      if (open.has_value() == (c == '['))
        return brace_error(at, text.substr(at, 1));
      message.parts_.push_back({.text = std::move(before), .fact = {}, .group = group});
      before.clear();
      open = c == '[' ? std::optional{at} : std::nullopt;
      groups += c == '[' ? 1 : 0;
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
      message.parts_.push_back({.text = std::move(before), .fact = std::move(ref), .group = group});
      before.clear();
      at = closing;
    }
  }
  if (open)
    return brace_error(*open, text.substr(*open, 1));
  message.parts_.push_back({.text = std::move(before), .fact = {}});
  return message;
}

} // namespace gpuplan::facts
