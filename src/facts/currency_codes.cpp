#include "facts/currency_codes.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpuplan::facts {
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

std::optional<core::Currency> currency_of_suffix(std::string_view lower_case_code) {
  std::string code;
  for (const char c : lower_case_code) {
    if (c < 'a' || c > 'z')
      return std::nullopt;
    code += static_cast<char>(c - 'a' + 'A');
  }
  if (!std::binary_search(k_codes.begin(), k_codes.end(), std::string_view(code)))
    return std::nullopt;
  return core::Currency::parse(code);
}

} // namespace gpuplan::facts
