#pragma once

#include "catalog/builder/drafts.hpp"

namespace gpuplan::catalog {

/// Sorts the merged drafts into the order of their sections and turns mentions into ids. Names
/// that exist nowhere are reported at their place with the nearest one; rows that have such a name
/// are left out.
void resolve(Drafts& drafts, core::DiagnosticSink& sink);

/// Gives every instance its shape; the shapes come sorted by chip, devices and hosts.
std::vector<Shape> make_shapes(Drafts& drafts);

/// Sorts the offers by shape, option, price (unknown last, dollars first), then by key, and numbers
/// them.
void sort_offers(Drafts& drafts);

} // namespace gpuplan::catalog
