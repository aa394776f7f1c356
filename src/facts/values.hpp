#pragma once

#include "core/known.hpp"
#include "facts/fact.hpp"

#include <array>
#include <bitset>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace gpuplan::facts {

class FactValues;

/// Answers `in_place("eu")`: whether the place of an offer (its provider, region and country among
/// the values) lies in a named place. The seam to the catalog, which knows the groups.
class PlaceMatcher {
public:
  PlaceMatcher() = default;
  PlaceMatcher(const PlaceMatcher&) = delete;
  PlaceMatcher& operator=(const PlaceMatcher&) = delete;
  virtual ~PlaceMatcher() = default;

  [[nodiscard]] virtual core::Known<bool> in_place(std::string_view place,
                                                   const FactValues& values) const = 0;
};

using Labels = std::span<const std::pair<std::string, std::string>>;

/// The facts of one candidate. What was not set is unknown. Cheap to clear and to fill, so one
/// object serves thousands of candidates. Texts, labels and reasons are viewed, not copied: they
/// must outlive the values.
class FactValues {
public:
  FactValues() { clear(); }

  /// Forgets the facts and labels; rates, currency and place matcher stay.
  void clear();

  /// A number that is not finite counts as unknown.
  void set(FactId id, double value) { set(id, Bound::point, value); }

  void set(FactId id, Bound bound, double value) {
    numbers_[slot_of(id, bound)] = std::isfinite(value) ? value : k_not_known;
  }

  void set(FactId id, const core::Known<double>& value) {
    if (value)
      set(id, *value);
    else
      set_unknown(id, value.why_unknown());
  }

  void set_range(FactId id, double low, double point, double high) {
    set(id, Bound::low, low);
    set(id, Bound::point, point);
    set(id, Bound::high, high);
  }

  void set_flag(FactId id, bool value) { set(id, value ? 1.0 : 0.0); }

  void set_flag(FactId id, const core::Known<bool>& value);

  void set_text(FactId id, std::string_view text) {
    texts_[index_of(id)] = text;
    text_known_[index_of(id)] = true;
    has_reason_[index_of(id)] = false;
  }

  void set_text(FactId id, const core::Known<std::string_view>& text);

  /// States that a fact is unknown, and why.
  void set_unknown(FactId id, std::string_view why) {
    for (const Bound bound : {Bound::point, Bound::low, Bound::high})
      numbers_[slot_of(id, bound)] = k_not_known;
    text_known_[index_of(id)] = false;
    texts_[index_of(id)] = why;
    has_reason_[index_of(id)] = true;
  }

  void set_labels(Labels labels) { labels_ = labels; }

  /// All that is stated under one name, to be stated again.
  struct Stated {
    std::array<double, k_bound_count> numbers{};
    std::string_view text;
    bool text_known = false;
    bool has_reason = false;
  };

  [[nodiscard]] Stated stated(FactId id) const;
  void restate(FactId id, const Stated& before);

  /// The dated rate of a currency: how much of it one US dollar is.
  void set_rate(core::Currency currency, double per_usd);

  /// The currency in which amounts are stated from here on: US dollars unless said otherwise. Facts
  /// named for another currency are worked out from it with the rates, and unknown without them.
  void set_currency(core::Currency currency) { currency_ = currency; }

  [[nodiscard]] core::Currency currency() const { return currency_; }

  void set_place_matcher(const PlaceMatcher* matcher) { matcher_ = matcher; }

  /// As stated: amounts in `currency()`.
  [[nodiscard]] core::Known<double> number(FactId id, Bound bound = Bound::point) const;

  /// In the currency of the reference: unknown without its rate.
  [[nodiscard]] core::Known<double> number(const FactRef& ref) const;

  /// The same for long loops: NaN, without a reason, where it is not known.
  [[nodiscard]] double number_or_nan(const FactRef& ref) const {
    if (ref.currency == currency_)
      return numbers_[slot_of(ref.id, ref.bound)];
    return number(ref).value_or(k_not_known);
  }

  [[nodiscard]] core::Known<std::string_view> text(FactId id) const;

  /// The same for long loops: null, without a reason, where it is not known.
  [[nodiscard]] const std::string_view* text_or_null(FactId id) const {
    return text_known_[index_of(id)] ? &texts_[index_of(id)] : nullptr;
  }

  /// A label's value too; a label that the job does not have is unknown.
  [[nodiscard]] core::Known<std::string_view> text(const FactRef& ref) const;
  [[nodiscard]] core::Known<bool> in_place(std::string_view place) const;

private:
  static constexpr std::size_t k_slots = k_fact_count * k_bound_count;
  static constexpr double k_not_known = std::numeric_limits<double>::quiet_NaN();

  static constexpr std::size_t index_of(FactId id) { return static_cast<std::size_t>(id); }

  static constexpr std::size_t slot_of(FactId id, Bound bound) {
    return static_cast<std::size_t>(bound) * k_fact_count + static_cast<std::size_t>(id);
  }

  [[nodiscard]] std::string_view why_unknown(FactId id) const;

  std::bitset<k_fact_count> text_known_;
  std::bitset<k_fact_count> has_reason_;
  std::array<double, k_slots> numbers_;                ///< NaN where not known
  std::array<std::string_view, k_fact_count> texts_{}; ///< the text, or why it is unknown
  Labels labels_;
  /// How much of a currency one US dollar is.
  [[nodiscard]] core::Known<double> rate_of(core::Currency currency) const;

  std::vector<std::pair<core::Currency, double>> rates_;
  core::Currency currency_; ///< of the amounts as stated
  const PlaceMatcher* matcher_ = nullptr;
};

} // namespace gpuplan::facts
