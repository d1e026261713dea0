/*
 * git.exe for Wine, where no git for Windows can be had: hands its folder, arguments, environment and input over loopback to
 * `git-bridge.ts`, which runs the git of the host, and writes down the output that comes back.
 *
 * A frame is a letter, a length of four bytes, the highest first, and as many bytes. From here: c folder, a argument, v variable,
 * g start, i input, e end of input. From there: o output, r errors, x exit status.
 */
#include <winsock2.h>
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static SOCKET host;

static void send_all(const char *bytes, int length) {
  while (length > 0) {
    int sent = send(host, bytes, length, 0);
    if (sent <= 0) ExitProcess(128);
    bytes += sent;
    length -= sent;
  }
}

static void send_frame(char kind, const char *bytes, unsigned length) {
  char head[5] = {kind, (char)(length >> 24), (char)(length >> 16), (char)(length >> 8), (char)length};
  send_all(head, sizeof head);
  send_all(bytes, (int)length);
}

static void send_text(char kind, const wchar_t *text) {
  int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
  char *bytes = malloc(size);
  WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, size, NULL, NULL);
  send_frame(kind, bytes, size - 1);
  free(bytes);
}

static void receive(char *bytes, unsigned length) {
  while (length > 0) {
    int got = recv(host, bytes, (int)length, 0);
    if (got <= 0) ExitProcess(128);
    bytes += got;
    length -= got;
  }
}

static DWORD WINAPI send_input(void *unused) {
  char bytes[32768];
  DWORD got;
  (void)unused;
  while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &got, NULL) && got > 0) send_frame('i', bytes, got);
  send_frame('e', "", 0);
  return 0;
}

static void write_all(DWORD where, const char *bytes, unsigned length) {
  DWORD written;
  for (; length > 0; bytes += written, length -= written)
    if (!WriteFile(GetStdHandle(where), bytes, length, &written, NULL)) ExitProcess(141);
}

int wmain(int count, wchar_t **arguments, wchar_t **variables) {
  WSADATA data;
  struct sockaddr_in address = {0};
  wchar_t folder[4096];
  WSAStartup(MAKEWORD(2, 2), &data);
  host = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_port = htons(PORT);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(host, (struct sockaddr *)&address, sizeof address) != 0) {
    fputs("git.exe of afterwit's tests: the bridge does not answer\n", stderr);
    return 128;
  }
  GetCurrentDirectoryW(4096, folder);
  send_text('c', folder);
  for (int at = 1; at < count; at++) send_text('a', arguments[at]);
  for (; *variables != NULL; variables++)
    if (wcsncmp(*variables, L"GIT_", 4) == 0 || wcsncmp(*variables, L"LC_", 3) == 0) send_text('v', *variables);
  send_frame('g', "", 0);
  CreateThread(NULL, 0, send_input, NULL, 0, NULL);
  for (;;) {
    unsigned char head[5];
    receive((char *)head, sizeof head);
    unsigned length = (unsigned)head[1] << 24 | head[2] << 16 | head[3] << 8 | head[4];
    char *bytes = malloc(length + 1);
    receive(bytes, length);
    if (head[0] == 'x') ExitProcess((unsigned char)bytes[0]);
    write_all(head[0] == 'o' ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE, bytes, length);
    free(bytes);
  }
}
