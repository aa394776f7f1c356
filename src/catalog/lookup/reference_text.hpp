#pragma once

#include "catalog/reference.hpp"

namespace gpuplan::catalog {

/// A piece of a reference and where it begins in it.
struct Piece {
  std::string_view text;
  std::size_t begin = 0;
};

ReferenceError error_at(Piece piece, std::string headline, std::string help = {});

/// The help for a name that is not there: the nearest valid one, or nothing.
std::string did_you_mean(std::string_view met, std::span<const std::string_view> names);

/// Splits at the first `separator`; the second piece is nothing where there is none.
std::pair<Piece, std::optional<Piece>> split(Piece piece, char separator);

/// The parts of an offer reference; what is not stated is nothing and matches everything.
struct Parts {
  std::optional<Piece> provider;
  Piece type;
  std::optional<Piece> region;
  std::optional<Piece> zone;
  std::optional<Piece> terms;
};

Parts split_reference(Piece piece);

/// The words after `#`, each nothing where it is not stated.
struct Terms {
  std::optional<PurchaseOption> option;
  std::optional<Term> term;
  std::optional<Payment> payment;
  std::optional<std::string_view> tier;
};

std::variant<Terms, ReferenceError> parse_terms(Piece piece);

/// Takes ` x2` off the end of a reference; nothing where there is no count.
std::variant<std::optional<std::int32_t>, ReferenceError> take_nodes(Piece& piece);

/// A number of nodes, at least one.
std::optional<std::int32_t> parse_nodes(std::string_view text);

} // namespace gpuplan::catalog
