#include "facts/values.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::facts {
void FactValues::clear() {
  numbers_.fill(k_not_known);
  text_known_.reset();
  has_reason_.reset();
  labels_ = {};
}

void FactValues::set_flag(FactId id, const core::Known<bool>& value) {
  if (value)
    set_flag(id, *value);
  else
    set_unknown(id, value.why_unknown());
}

void FactValues::set_text(FactId id, const core::Known<std::string_view>& text) {
  if (text)
    set_text(id, *text);
  else
    set_unknown(id, text.why_unknown());
}

FactValues::Stated FactValues::stated(FactId id) const {
  const auto index = index_of(id);
  Stated now{
      .text = texts_[index], .text_known = text_known_[index], .has_reason = has_reason_[index]};
  for (const Bound bound : {Bound::point, Bound::low, Bound::high})
    now.numbers[static_cast<std::size_t>(bound)] = numbers_[slot_of(id, bound)];
  return now;
}

void FactValues::restate(FactId id, const Stated& before) {
  const auto index = index_of(id);
  texts_[index] = before.text;
  text_known_[index] = before.text_known;
  has_reason_[index] = before.has_reason;
  for (const Bound bound : {Bound::point, Bound::low, Bound::high})
    numbers_[slot_of(id, bound)] = before.numbers[static_cast<std::size_t>(bound)];
}

void FactValues::set_rate(core::Currency currency, double per_usd) {
  rates_.emplace_back(currency, per_usd);
}

std::string_view FactValues::why_unknown(FactId id) const {
  return has_reason_[index_of(id)] ? texts_[index_of(id)] : std::string_view{};
}

core::Known<double> FactValues::number(FactId id, Bound bound) const {
  const double value = numbers_[slot_of(id, bound)];
  if (std::isnan(value))
    return core::Unknown{why_unknown(id)};
  return value;
}

core::Known<double> FactValues::rate_of(core::Currency currency) const {
  if (currency == core::Currency{})
    return 1.0;
  // The latest statement about a rate holds.
  const auto rate = std::find_if(
      rates_.rbegin(), rates_.rend(), [&](const auto& known) { return known.first == currency; });
  if (rate == rates_.rend())
    return core::Unknown{"no dated rate of this currency"};
  return rate->second;
}

core::Known<double> FactValues::number(const FactRef& ref) const {
  const auto value = number(ref.id, ref.bound);
  if (!value || ref.currency == currency_ || !fact(ref.id).is_money())
    return value;
  const auto from = rate_of(currency_);
  const auto to = rate_of(ref.currency);
  if (!to)
    return to;
  return from ? core::Known<double>{*value * (*to / *from)} : from;
}

core::Known<std::string_view> FactValues::text(FactId id) const {
  if (!text_known_[index_of(id)])
    return core::Unknown{why_unknown(id)};
  return texts_[index_of(id)];
}

core::Known<std::string_view> FactValues::text(const FactRef& ref) const {
  if (ref.label.empty())
    return text(ref.id);
  for (const auto& [name, value] : labels_) {
    if (name == ref.label)
      return std::string_view(value);
  }
  return core::Unknown{"the job has no such label"};
}

core::Known<bool> FactValues::in_place(std::string_view place) const {
  if (matcher_ == nullptr)
    return core::Unknown{"no places are known here"};
  return matcher_->in_place(place, *this);
}

} // namespace gpuplan::facts
