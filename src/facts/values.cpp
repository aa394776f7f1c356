#include "facts/values.hpp"

#include <algorithm>
#include <cmath>

namespace gpuplan::facts {
namespace {

constexpr std::size_t index_of(FactId id) {
  return static_cast<std::size_t>(id);
}

constexpr std::size_t slot_of(FactId id, Bound bound) {
  return static_cast<std::size_t>(bound) * k_fact_count + index_of(id);
}

} // namespace

void FactValues::clear() {
  known_.reset();
  text_known_.reset();
  has_reason_.reset();
  labels_ = {};
}

void FactValues::set(FactId id, Bound bound, double value) {
  const std::size_t slot = slot_of(id, bound);
  known_.set(slot, std::isfinite(value));
  numbers_[slot] = value;
}

void FactValues::set(FactId id, const core::Known<double>& value) {
  if (value)
    set(id, *value);
  else
    set_unknown(id, value.why_unknown());
}

void FactValues::set_range(FactId id, double low, double point, double high) {
  set(id, Bound::low, low);
  set(id, Bound::point, point);
  set(id, Bound::high, high);
}

void FactValues::set_flag(FactId id, const core::Known<bool>& value) {
  if (value)
    set_flag(id, *value);
  else
    set_unknown(id, value.why_unknown());
}

void FactValues::set_text(FactId id, std::string_view text) {
  texts_[index_of(id)] = text;
  text_known_.set(index_of(id));
  has_reason_.reset(index_of(id));
}

void FactValues::set_text(FactId id, const core::Known<std::string_view>& text) {
  if (text)
    set_text(id, *text);
  else
    set_unknown(id, text.why_unknown());
}

void FactValues::set_unknown(FactId id, std::string_view why) {
  for (const Bound bound : {Bound::point, Bound::low, Bound::high})
    known_.reset(slot_of(id, bound));
  text_known_.reset(index_of(id));
  texts_[index_of(id)] = why;
  has_reason_.set(index_of(id));
}

void FactValues::set_rate(core::Currency currency, double per_usd) {
  rates_.emplace_back(currency, per_usd);
}

std::string_view FactValues::why_unknown(FactId id) const {
  return has_reason_.test(index_of(id)) ? texts_[index_of(id)] : std::string_view{};
}

core::Known<double> FactValues::number(FactId id, Bound bound) const {
  const std::size_t slot = slot_of(id, bound);
  if (!known_.test(slot))
    return core::Unknown{why_unknown(id)};
  return numbers_[slot];
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
  if (!text_known_.test(index_of(id)))
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
