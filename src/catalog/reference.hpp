#pragma once

#include "catalog/catalog.hpp"

#include <variant>

namespace gpuplan::catalog {

/// The offers that a written reference selects: `aws/p4d.24xlarge@us-east-1/us-east-1a#spot x2`.
///
///     reference  = [provider "/"] type ["@" region ["/" zone]] ["#" terms] [" x" nodes]
///     terms      = option ["-" term] ["-" payment] [":" tier]     such as reserved-1y-all
///
/// An offer's full name (`Catalog::offer_name`) selects that offer alone; a shorter form selects
/// all that match, in the order of the offers. Type and region may hold `*` and `?`. In terms
/// `reserved` stands for reserved, savings plan and committed use alike unless an offer has that
/// very name. Names match without regard to case.
struct OfferSelection {
  std::vector<OfferId> offers; ///< never empty
  std::optional<std::int32_t> nodes;
};

/// Bare hardware: `h100:8x2` is eight devices a node, two nodes; `a10:1/2` is half a device. The
/// name may mean several chips, which are all here.
struct HardwareSelection {
  std::vector<AcceleratorId> accelerators; ///< never empty
  std::optional<DeviceCount> devices;      ///< of one node
  std::optional<std::int32_t> nodes;
};

/// What is wrong with a reference, and where in it.
struct ReferenceError {
  std::string headline;
  std::string help;
  std::size_t begin = 0; ///< bytes into the text
  std::size_t length = 0;
};

using Selection = std::variant<OfferSelection, HardwareSelection, ReferenceError>;

/// Reads a plan reference. A text without `/`, `@` and `#` names hardware if a chip has that name,
/// else an instance type of any provider.
Selection select_offers(const Catalog& catalog, std::string_view text);

/// `8`, `1/6`, `0.5`: a whole number of devices, or the share of one.
std::optional<DeviceCount> parse_device_count(std::string_view text);

} // namespace gpuplan::catalog
