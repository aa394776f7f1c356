#pragma once

#include "catalog/builder/drafts.hpp"

namespace gpuplan::catalog {

/// A number of `catalogs/defaults.yaml`; a rule whose threshold is missing does not run.
std::optional<double> threshold(const Drafts& drafts, std::string_view key);

/// Holds each size's memory against its chip's: a total that is really per device, a per-device
/// figure that is really a total, a name that says 80 GB over a chip of 40 GB. Where the chip's own
/// size, or the chip of the same kind with the size in the name, settles it, the row is corrected
/// (`memory_corrected`), else it is set apart (`memory_mismatch`). Runs before shapes are made, on
/// rows read from files (those of a compiled catalog were seen when it was compiled).
/// Thresholds: `catalog.memory_tolerance`, the share by which reported and nominal size may differ
/// (a driver reports a little less than a card is sold under).
void find_memory_faults(Drafts& drafts);

/// What was found about a size holds for each of its prices.
void mark_offers_of_marked_sizes(Drafts& drafts);

/// Holds the prices of one size, chip and family against one another; needs resolved and sorted
/// offers. See Finding for the kinds.
/// Thresholds: `catalog.spot_equal_tolerance` and `catalog.payment_order_tolerance`, the shares by
/// which spot may lie beside on demand and call itself equal, and by which paying earlier may be
/// dearer, before the difference counts (sources round; without them none is allowed);
/// `catalog.outlier_factor` and `catalog.outlier_least_providers`, below.
void find_price_faults(Drafts& drafts);

/// Offers without a price, and those of zero, which is never a price and becomes unknown. Runs
/// before the offers are sorted.
void find_missing_prices(Drafts& drafts);

/// The parts of `find_price_faults`, each on all offers. A note that begins with DERIVED or
/// UNCONFIRMED says so of its own row.
void find_noted_prices(Drafts& drafts);
void find_dear_spot(Drafts& drafts);
void find_payment_order(Drafts& drafts);
void find_unscaled_prices(Drafts& drafts);

/// Outliers: of all prices per device of one chip on one option and term in one currency, those
/// more than a factor away from the median of the providers' medians (so that a provider with a
/// hundred regions counts once). Both thresholds are data: the factor, and the number of providers
/// below which there is no telling.
void find_outliers(Drafts& drafts);

/// Chips that no record of compatibility.yaml is about: whether software runs on them is unknown,
/// so that their plans are ranked behind all others. Where no chip has such a record, the catalog
/// is not about software.
void find_chips_without_software(Drafts& drafts);

/// Adds a finding to an offer, at its row; `ratio` as in FindingRecord.
void add_finding(OfferDraft& row,
                 Finding kind,
                 std::string_view message,
                 TextPool& texts,
                 double ratio = 0);

} // namespace gpuplan::catalog
