#include "engine/math/fourier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

namespace noisy::math {
namespace {

struct Signal {
  std::vector<double> real;
  std::vector<double> imaginary;
};

Signal wild_signal(Index size) {
  Signal signal;
  for (Index i = 0; i < size; ++i) {
    const auto x = static_cast<double>(i);
    signal.real.push_back(std::sin(1.3 * x * x + 1) * std::exp(-0.01 * x));
    signal.imaginary.push_back(std::cos(0.7 * x * x));
  }
  return signal;
}

double norm(const Signal& x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.real.size(); ++i)
    sum += x.real[i] * x.real[i] + x.imaginary[i] * x.imaginary[i];
  return std::sqrt(sum);
}

double distance(const Signal& x, const Signal& y) {
  Signal difference = x;
  for (std::size_t i = 0; i < x.real.size(); ++i) {
    difference.real[i] -= y.real[i];
    difference.imaginary[i] -= y.imaginary[i];
  }
  return norm(difference);
}

Index reversed(Index entry, Index size) {
  Index frequency = 0;
  for (Index bit = 1; bit < size; bit *= 2) frequency = 2 * frequency + (entry & bit ? 1 : 0);
  return frequency;
}

// The definition, with exact angles modulo a turn.
Signal naive_spectrum(const Signal& x) {
  const auto size = static_cast<Index>(x.real.size());
  Signal spectrum{std::vector<double>(x.real.size()), std::vector<double>(x.real.size())};
  for (Index entry = 0; entry < size; ++entry) {
    const Index frequency = reversed(entry, size);
    std::complex<long double> sum = 0;
    for (Index k = 0; k < size; ++k) {
      const long double turn =
          static_cast<long double>(frequency * k % size) / static_cast<long double>(size);
      sum += std::complex<long double>(x.real[k], x.imaginary[k]) *
             std::polar(1.0L, -2 * acosl(-1.0L) * turn);
    }
    spectrum.real[entry] = static_cast<double>(sum.real());
    spectrum.imaginary[entry] = static_cast<double>(sum.imag());
  }
  return spectrum;
}

TEST(FourierTransform, IsTheDefinitionWithinItsStatedError) {
  for (const Index size : {4, 8, 16, 32, 256, 512}) {
    const Signal signal = wild_signal(size);
    const Signal expected = naive_spectrum(signal);
    Signal spectrum = signal;
    const FourierTransform transform(size);
    transform.forward(spectrum.real, spectrum.imaginary);
    EXPECT_LE(distance(spectrum, expected), transform.roundoff() * norm(expected)) << size;
    EXPECT_LE(transform.roundoff(), 1e-13);
  }
}

TEST(FourierTransform, ComesBackWithinTwiceItsStatedError) {
  for (const Index size : {4, 8, 4096, 1 << 17}) {
    const Signal signal = wild_signal(size);
    Signal back = signal;
    const FourierTransform transform(size);
    transform.forward(back.real, back.imaginary);
    transform.inverse(back.real, back.imaginary);
    EXPECT_LE(distance(back, signal), 2.1 * transform.roundoff() * norm(signal)) << size;
  }
}

TEST(FourierTransform, FindsTheOppositeFrequency) {
  for (const Index size : {4, 64, 1024})
    for (Index entry = 0; entry < size; ++entry)
      EXPECT_EQ((reversed(entry, size) + reversed(FourierTransform::mirrored(entry), size)) % size,
                0);
}

}  // namespace
}  // namespace noisy::math
