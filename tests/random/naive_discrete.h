#pragma once

#include <cstdint>
#include <vector>

#include "engine/random/distributions.h"
#include "engine/random/stream.h"

/// The discrete samplers written again, as slowly and plainly as their definitions, on the same
/// words: ratios are expanded digit by digit by long division, exponents are added up as fractions
/// of whole numbers of any size.
namespace noisy::naive {

/// A natural number of any size, digits of base 2^32, the least significant one first.
class Natural {
 public:
  Natural(std::uint64_t value) {
    for (; value != 0; value >>= 32) digits_.push_back(static_cast<std::uint32_t>(value));
  }

  Natural operator*(const Natural& other) const {
    Natural out(0);
    out.digits_.assign(digits_.size() + other.digits_.size() + 1, 0);
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < other.digits_.size() || carry != 0; ++j) {
        const std::uint64_t digit = j < other.digits_.size() ? other.digits_[j] : 0;
        carry += out.digits_[i + j] + static_cast<std::uint64_t>(digits_[i]) * digit;
        out.digits_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    out.trim();
    return out;
  }

  bool operator<(const Natural& other) const {
    if (digits_.size() != other.digits_.size()) return digits_.size() < other.digits_.size();
    for (std::size_t i = digits_.size(); i-- > 0;) {
      if (digits_[i] != other.digits_[i]) return digits_[i] < other.digits_[i];
    }
    return false;
  }

  /// this - other, which is not larger.
  Natural operator-(const Natural& other) const {
    Natural out = *this;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      const std::uint64_t taken = (i < other.digits_.size() ? other.digits_[i] : 0) + borrow;
      borrow = digits_[i] < taken ? 1 : 0;
      out.digits_[i] = static_cast<std::uint32_t>((borrow << 32) + digits_[i] - taken);
    }
    out.trim();
    return out;
  }

  bool is_zero() const { return digits_.empty(); }

 private:
  void trim() {
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
  }

  std::vector<std::uint32_t> digits_;
};

/// The next digit of ratio / denominator in base 2^32; `ratio` becomes the remainder.
inline std::uint64_t next_digit(Natural& ratio, const Natural& denominator) {
  ratio = ratio * Natural(std::uint64_t{1} << 32);
  std::uint64_t digit = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    const Natural part = denominator * Natural(bit);
    if (ratio < part) continue;
    ratio = ratio - part;
    digit += bit;
  }
  return digit;
}

/// U < numerator / denominator, where the stream's words are the digits of U.
inline bool bernoulli(Stream& stream, Natural numerator, const Natural& denominator) {
  if (!(numerator < denominator)) return true;
  while (!numerator.is_zero()) {
    const std::uint64_t digit = next_digit(numerator, denominator);
    const std::uint64_t word = stream.next_word();
    if (word != digit) return word < digit;
  }
  return false;
}

/// Algorithm 1 of Canonne, Kamath, Steinke (2020) for an exponent in [0, 1].
inline bool bernoulli_exp(Stream& stream, const Natural& numerator, const Natural& denominator) {
  std::uint64_t k = 1;
  while (bernoulli(stream, numerator, denominator * Natural(k))) ++k;
  return k % 2 == 1;
}

/// Algorithm 2 with s = 1.
inline std::int64_t discrete_laplace(Stream& stream, std::uint64_t scale) {
  while (true) {
    const std::uint64_t offset = bounded_integer(stream, scale);
    if (!bernoulli_exp(stream, Natural(offset), Natural(scale))) continue;
    std::int64_t multiple = 0;
    while (bernoulli_exp(stream, Natural(1), Natural(1))) ++multiple;
    const std::int64_t size =
        static_cast<std::int64_t>(offset) + multiple * static_cast<std::int64_t>(scale);
    const bool negative = stream.next_word() % 2 == 1;
    if (negative && size == 0) continue;
    return negative ? -size : size;
  }
}

/// Algorithm 3 with t = sigma; the coin of exp(-(|y| - sigma)^2 / (2 sigma^2)) is tossed in the
/// parts that (w sigma + r)^2 / (2 sigma^2) = w^2 / 2 + w r / sigma + r^2 / (2 sigma^2) has.
inline std::int64_t discrete_gaussian(Stream& stream, std::uint64_t sigma) {
  while (true) {
    const std::int64_t y = naive::discrete_laplace(stream, sigma);
    const std::uint64_t size = static_cast<std::uint64_t>(y < 0 ? -y : y);
    const std::uint64_t distance = size < sigma ? sigma - size : size - sigma;
    const std::uint64_t whole = distance / sigma;
    const Natural rest(distance % sigma);
    bool kept = true;
    for (std::uint64_t i = 0; kept && i < whole * whole; ++i) {
      kept = bernoulli_exp(stream, Natural(1), Natural(2));
    }
    for (std::uint64_t i = 0; kept && i < whole; ++i) {
      kept = bernoulli_exp(stream, rest, Natural(sigma));
    }
    std::uint64_t k = 1;
    while (kept && bernoulli(stream, Natural(1), Natural(2 * k)) &&
           bernoulli(stream, rest, Natural(sigma)) && bernoulli(stream, rest, Natural(sigma))) {
      ++k;
    }
    if (kept && k % 2 == 1) return y;
  }
}

}  // namespace noisy::naive
