#include "core/currency_codes.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::core {
namespace {

/// Active alphabetic codes of national currencies, ISO 4217:2015 with amendments up to 176, in
/// order; funds, metals and test codes are left out.
constexpr auto k_codes = std::to_array<std::string_view>({
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT",
    "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD",
    "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD",
    "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ",
    "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD",
    "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR",
    "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR",
    "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN",
    "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR",
    "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB",
    "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS",
    "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG",
});

static_assert(std::is_sorted(k_codes.begin(), k_codes.end()));

} // namespace

bool is_listed_currency(std::string_view code) {
  return std::ranges::binary_search(k_codes, code);
}

std::string currency_help(std::string_view met) {
  const auto meant = nearest(met, k_codes);
  return meant ? fmt::format("did you mean {}?", *meant)
               : std::string{"write the three letters that ISO 4217 lists for a currency: EUR"};
}

} // namespace gpuplan::core
