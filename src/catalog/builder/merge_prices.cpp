#include "catalog/builder/merge.hpp"
#include "catalog/lookup/compare.hpp"
#include "catalog/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace gpuplan::catalog {

namespace {

/// What makes two price rows one offer.
auto key_of(const OfferDraft& row) {
  const auto& offer = row.record;
  return std::tie(row.provider.name,
                  row.type.name,
                  row.region.name,
                  offer.zone,
                  offer.tier,
                  offer.option,
                  offer.term,
                  offer.payment);
}

struct KeyHash {
  std::size_t operator()(const OfferDraft* row) const {
    const auto& offer = row->record;
    std::size_t hash = static_cast<std::size_t>(offer.option) << 16U |
                       static_cast<std::size_t>(offer.term) << 8U |
                       static_cast<std::size_t>(offer.payment);
    for (const auto part :
         {row->provider.name, row->type.name, row->region.name, offer.zone, offer.tier}) {
      hash = hash * 1099511628211U + std::hash<std::string_view>{}(part);
    }
    return hash;
  }
};

struct KeyEqual {
  bool operator()(const OfferDraft* a, const OfferDraft* b) const {
    return key_of(*a) == key_of(*b);
  }
};

/// Amounts of different currencies are ordered by currency: arbitrary, but the same everywhere.
auto dearness(const core::Known<core::Money>& amount) {
  return amount.known() ? std::tuple{true, amount->currency(), amount->nanos()}
                        : std::tuple{false, core::Currency{}, std::int64_t{0}};
}

/// A date that is not known is older than every other.
auto freshness(const core::Known<core::Date>& date) {
  return std::pair{date.known(), date.value_or(core::Date{})};
}

/// The fresher, then the dearer, then whatever differs, so that the order of rows never decides.
auto rank_of(const OfferDraft& row) {
  const auto& offer = row.record;
  return std::tuple{freshness(offer.as_of),
                    dearness(offer.hourly),
                    dearness(offer.upfront),
                    offer.as_of_kind,
                    offer.basis,
                    offer.source,
                    offer.note};
}

auto place_of(const Origin& origin) {
  return std::tie(origin.file, origin.line);
}

std::string price_in_words(const Offer& offer) {
  const auto price =
      offer.hourly.known()
          ? fmt::format("{} {}", core::to_decimal(*offer.hourly), offer.currency.code())
          : std::string{"no price"};
  const auto date = offer.as_of.known() ? core::to_string(*offer.as_of) : "no date";
  return fmt::format("{} ({})", price, date);
}

FindingRecord duplicate_of(const OfferDraft& kept, const OfferDraft& dropped, TextPool& texts) {
  const bool same = rank_of(kept) == rank_of(dropped);
  const auto message =
      same ? fmt::format("the same row stands twice, with {}", price_in_words(kept.record))
           : fmt::format("two rows for one offer, {} and {}: the fresher stays, then the dearer",
                         price_in_words(kept.record),
                         price_in_words(dropped.record));
  return {.kind = Finding::duplicate_key,
          .message = texts.keep(message),
          .file = kept.origin.file,
          .line = kept.origin.line,
          .other_file = dropped.origin.file,
          .other_line = dropped.origin.line};
}

/// The rows read so far, one a key, and those that lost against one of the same layer.
class OfferMerge {
public:
  explicit OfferMerge(std::size_t rows) {
    kept_.reserve(rows); // the keys point into it
    places_.reserve(rows);
  }

  void add(OfferDraft&& row) {
    const auto found = places_.find(&row);
    if (found == places_.end()) {
      kept_.push_back(std::move(row));
      places_.emplace(&kept_.back(), kept_.size() - 1);
      return;
    }
    settle(found->second, std::move(row));
  }

  /// Every row that lost becomes a finding of the one that stayed.
  std::vector<OfferDraft> take(TextPool& texts) {
    for (auto& [index, losers] : losers_) {
      std::ranges::sort(losers, [](const OfferDraft& a, const OfferDraft& b) {
        return std::pair{rank_of(b), place_of(a.origin)} <
               std::pair{rank_of(a), place_of(b.origin)};
      });
      for (const auto& loser : losers)
        kept_[index].findings.push_back(duplicate_of(kept_[index], loser, texts));
    }
    return std::move(kept_);
  }

private:
  void settle(std::size_t index, OfferDraft&& row) {
    auto& present = kept_[index];
    if (row.origin.layer < present.origin.layer)
      return;
    if (row.origin.layer > present.origin.layer) {
      present = std::move(row);
      losers_.erase(index);
      return;
    }
    const auto order = rank_of(row) <=> rank_of(present);
    if (order > 0 || (order == 0 && place_of(row.origin) < place_of(present.origin)))
      std::swap(present, row);
    losers_[index].push_back(std::move(row));
  }

  std::unordered_map<const OfferDraft*, std::size_t, KeyHash, KeyEqual> places_;
  std::vector<OfferDraft> kept_;
  std::unordered_map<std::size_t, std::vector<OfferDraft>> losers_;
};

auto storage_key(const StorageDraft& row) {
  return std::tuple{row.provider.name,
                    row.record.kind,
                    row.record.tier,
                    row.record.destination,
                    row.record.region,
                    row.record.from_gb.value_or(-1)};
}

} // namespace

void merge_offers(std::vector<OfferDraft>& offers, TextPool& texts) {
  OfferMerge merge{offers.size()};
  for (auto& row : offers)
    merge.add(std::move(row));
  offers = merge.take(texts);
}

void merge_storage(std::vector<StorageDraft>& rows) {
  const auto precedence = [](const StorageDraft& row) {
    return std::tuple{row.origin.layer,
                      freshness(row.record.as_of),
                      row.record.price.currency(),
                      row.record.price.nanos()};
  };
  std::ranges::sort(rows, [&](const StorageDraft& a, const StorageDraft& b) {
    const auto left = storage_key(a);
    const auto right = storage_key(b);
    return left != right ? left < right : precedence(b) < precedence(a);
  });
  const auto same = [](const StorageDraft& a, const StorageDraft& b) {
    return storage_key(a) == storage_key(b);
  };
  rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
}

} // namespace gpuplan::catalog
