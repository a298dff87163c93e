#include "engine/random/exact_bernoulli.h"

namespace noisy {

bool bernoulli_ratio_wide(Stream& stream, WideInteger numerator, WideInteger denominator) {
  while (numerator != 0 && numerator != denominator) {
    const WideInteger scaled = numerator << 32;
    const WideInteger product = denominator * stream.next_word();
    if (product >= scaled) return false;
    if (scaled - product >= denominator) return true;
    numerator = scaled - product;
  }
  return numerator != 0;
}

bool bernoulli_exp(Stream& stream, WideInteger numerator, WideInteger denominator) {
  constexpr WideInteger kNarrow = WideInteger{1} << 48;
  const WideInteger whole = numerator / denominator;
  const WideInteger fraction = numerator % denominator;
  for (WideInteger i = 0; i < whole; ++i) {
    if (!bernoulli_exp_one(stream)) return false;
  }
  if (denominator <= kNarrow) {
    return bernoulli_exp_fraction(stream, static_cast<std::uint64_t>(fraction),
                                  static_cast<std::uint64_t>(denominator));
  }
  return detail::first_failure_is_odd(
      [&](std::uint64_t k) { return bernoulli_ratio_wide(stream, fraction, denominator * k); });
}

}  // namespace noisy
