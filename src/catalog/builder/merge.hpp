#pragma once

#include "catalog/builder/drafts.hpp"

namespace gpuplan::catalog {

/// Leaves one row a key: the one of the highest layer. Of two rows of one layer that is a fault,
/// but for prices and storage prices: there the fresher date wins, then the dearer price, and the
/// row that stays carries a finding with both places. The order of files and rows never matters.
void merge_layers(Drafts& drafts, core::DiagnosticSink& sink);

/// The rule for two price rows with one key, as part of `merge_layers`.
void merge_offers(std::vector<OfferDraft>& offers, TextPool& texts);
void merge_storage(std::vector<StorageDraft>& rows);

} // namespace gpuplan::catalog
